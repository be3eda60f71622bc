"""Makes the reference site: the Python it ships, its pages, and what it needs to work without a network."""
