"""What made the numbers of Knock Rummy: files are named as those they serve."""
