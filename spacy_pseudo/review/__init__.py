"""What a person does between a run and sharing: looks at what was kept, decides, and has the result attacked."""
