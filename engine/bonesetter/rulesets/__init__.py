"""The rulesets that come with the engine, a folder each; a user's folder is added to this package's path at start."""
