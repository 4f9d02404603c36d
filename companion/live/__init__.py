"""What keeps a live table going: who hears pins and scanner, deals, watches the machine, gives signs of life."""
