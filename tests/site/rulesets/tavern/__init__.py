"""An invented ruleset, as somebody might drop one into a folder: what a brawl in a tavern leaves behind."""
