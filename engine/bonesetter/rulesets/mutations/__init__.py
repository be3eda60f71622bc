"""Mutations & Wounds: one d66 table of body locations, read by Mutations (which add) and by Wounds (which take)."""
