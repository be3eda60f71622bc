"""A toy ruleset: just enough rules to ask the kernel its hard questions."""
