"""The steps of the stack: what is being resolved, and what each waits for."""
