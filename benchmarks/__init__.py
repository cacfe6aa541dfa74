"""Speed and memory, each figure beside a peer or a naive variant measured in the same run."""
