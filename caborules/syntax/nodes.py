"""All nodes of the syntax tree under one name, for modules that use many: ``from caborules.syntax import nodes``."""

from caborules.syntax.base import *  # noqa: F403
from caborules.syntax.examples import *  # noqa: F403
from caborules.syntax.expressions import *  # noqa: F403
from caborules.syntax.file import *  # noqa: F403
from caborules.syntax.rules import *  # noqa: F403
from caborules.syntax.sheets import *  # noqa: F403
from caborules.syntax.vocabulary import *  # noqa: F403
