"""A data source as it is described: by a .tds, .twb, .tdsx or .twbx, or by its files alone."""
