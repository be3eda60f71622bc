"""The bridge: one campaign's desk on a Game Master's machine, for the site, for Foundry and for the terminal."""

__version__ = "0.1.0"
