"""The page that phones open and the HTTP interface behind it: who may talk, who may do what, the live stream.

Imports the table, its views and the referee's words; everything else of the service comes in by ``WebContext``.
"""
