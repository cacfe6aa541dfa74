"""What is asked of columns: the form, what it obliges a plan to do, and what can be wrong with a plan over frames."""
