"""The rules in the terminal: tables, rolls, odds, whole procedures, and a log played again."""
