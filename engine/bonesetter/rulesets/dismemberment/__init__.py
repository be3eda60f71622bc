"""Death & Dismemberment: Injuries that stay, Wounds that kill in three rounds."""
