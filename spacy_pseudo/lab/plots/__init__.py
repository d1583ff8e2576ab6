"""Plots as SVG, drawn by matplotlib, which comes with the extra `lab`."""
