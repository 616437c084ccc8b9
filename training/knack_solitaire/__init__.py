"""What made the numbers of K'nack Solitaire."""
