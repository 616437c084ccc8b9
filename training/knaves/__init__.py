"""What made the numbers of Knaves: files are named as those they serve."""
