"""Files with one kind of trouble each module."""
