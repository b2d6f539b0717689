"""Makes legacy Hallo databases: plainly made-up families, and every fault that was ever seen."""
