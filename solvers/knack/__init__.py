"""K'nack: search."""
