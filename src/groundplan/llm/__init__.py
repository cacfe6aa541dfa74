"""Language models behind one method, `fill(prompt, schema)`."""
