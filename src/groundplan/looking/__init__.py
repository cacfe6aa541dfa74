"""What an analyst would tell of a source after some minutes with it: on a terminal, on a page, as a picture."""
