"""A match as one HTML file: standings, crosstable, curve, and every game on our boards."""
