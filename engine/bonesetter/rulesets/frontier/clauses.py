"""Clauses for the effect kinds that are this chapter's own."""
CLAUSES = {"en": {}, "it": {}}
