"""The retrieval planner: a context with intents and hypotheses in, the same with plans and queries out."""
