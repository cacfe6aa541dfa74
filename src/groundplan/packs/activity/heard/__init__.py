"""Questions about activity by what people do: who did what to what, when, where, and which figure of it is asked."""
