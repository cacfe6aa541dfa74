"""What the steps of a query do to frames: names of columns are the texts of what stands in them."""
