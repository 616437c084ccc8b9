"""What made the numbers of K'nack: files are named as those they serve."""
