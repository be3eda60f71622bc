"""Death & Danger: wounds are the countdown, and a wound is a lasting injury."""
