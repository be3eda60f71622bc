"""Mutilato: the maiming condition of an Italian wiki, one d20 and what it takes for good."""
