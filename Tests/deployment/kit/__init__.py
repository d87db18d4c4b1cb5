"""Code that the scenarios share."""
