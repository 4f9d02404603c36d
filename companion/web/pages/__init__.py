"""The pages, one file each: what their addresses answer, and what their forms do."""
