"""One reader a source: a clone, GitLab, YouTrack, GitHub."""
