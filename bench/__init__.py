"""Benchmarks: Bonesetter beside its peers, in one run of one process, as ratios."""
