"""XBoard's protocol (CECP) and UCI: parse a line, call Game and Searcher, print."""
