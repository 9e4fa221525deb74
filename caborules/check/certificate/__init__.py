"""Certificates: what a proof rests on, small enough to read, and shown again from it without any search."""
