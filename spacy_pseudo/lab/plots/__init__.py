"""Plots as SVG, without a library."""
