from oddfish.cext.core.encoding import Encoding

#: The family's actions and planes.
ENCODING: Encoding
