"""What both K'nack games share: matching, the field of cards and its switches."""
