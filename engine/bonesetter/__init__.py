"""Bonesetter: rules of injury, death, mutation, disease and recovery, carried out exactly.

The kernel's modules are one noun each; `bonesetter.desk.handle` is the one door for programs,
`bonesetter.ruleset.found` finds what rules there are.
"""

__version__ = "0.1.0"
