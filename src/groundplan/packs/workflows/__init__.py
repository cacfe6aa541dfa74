"""The pack `workflows`: a described task becomes a validated graph of executor and router nodes, and runs."""
