"""The `tableau` pack: VizQL as contracts, its validator, its compiler to SQL, and a local VizQL Data Service."""
