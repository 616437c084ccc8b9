"""What made the numbers of Hand, Knee and Foot: files are named as those they serve."""
