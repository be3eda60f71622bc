"""What is kept: campaigns, people, tokens, the log's entries and the replies already given."""
