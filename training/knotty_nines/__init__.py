"""What made the numbers of Knotty Nines: files are named as those they serve."""
