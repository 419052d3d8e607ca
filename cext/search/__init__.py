"""The search of all games (see session.pyx)."""

from oddfish.cext.search.parameter_list import PARAMETERS, Parameter
from oddfish.cext.search.session import DEBUG_BUILD, Search
from oddfish.cext.search.session import MATE_SCORE as MATE

__all__ = ["DEBUG_BUILD", "MATE", "PARAMETERS", "Parameter", "Search"]
