// Nothing to call: see older_glibc.c.
