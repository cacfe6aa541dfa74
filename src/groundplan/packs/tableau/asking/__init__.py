"""Questions to a data source: read over its model, computed by VizQL where VizQL can say it."""
