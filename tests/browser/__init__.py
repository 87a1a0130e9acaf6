"""Tests of the page in a real browser; a package, so that browser and server end with its last test."""
