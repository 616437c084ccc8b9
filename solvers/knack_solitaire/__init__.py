"""Layout search and sampling for K'nack Solitaire."""
