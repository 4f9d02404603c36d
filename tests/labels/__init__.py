"""Labels as they come out of the printer: rendered, read back and measured."""
