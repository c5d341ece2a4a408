# Written by "npm run openapi" from _async/__init__.py. Do not edit.
"""The parts of the client that send requests."""
