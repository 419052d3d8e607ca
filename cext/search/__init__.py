"""The search of all games (see session.pyx)."""

from oddfish.cext.search.session import DEBUG_BUILD, PARAMETERS, Parameter, Search
from oddfish.cext.search.session import MATE_SCORE as MATE

__all__ = ["DEBUG_BUILD", "MATE", "PARAMETERS", "Parameter", "Search"]
