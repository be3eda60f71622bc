"""Injury and Recovery: Wounds, critical wounds, Fatigue, poison and disease on the frontier (Chapter the Ninth)."""
