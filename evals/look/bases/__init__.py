"""Bases with one kind of trouble each module."""
