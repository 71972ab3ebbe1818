"""The documentation as a site of static pages: `make site-docs`."""
