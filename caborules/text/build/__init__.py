"""From Lark's trees to the nodes of caborules.syntax, by a direct walk whose depth the limits bound."""
