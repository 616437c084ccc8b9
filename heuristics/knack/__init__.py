"""K'nack: judgement."""
