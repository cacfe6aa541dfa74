"""What is kept between questions: runs in folders, conversations in SQLite."""
