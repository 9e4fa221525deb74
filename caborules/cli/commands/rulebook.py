"""``caborules rulebook FILE``: the rules in English, for the chosen options, as Markdown or HTML."""

from __future__ import annotations

from argparse import Namespace

from caborules.cli import arguments as shared
from caborules.cli import exits, outputs
from caborules.cli.terminal import Terminal


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--html", action="store_true", help="a page of HTML (Markdown)")
    parser.output("--output", "-o", default="-", metavar="OUT", help="where to write it (standard output)")
    shared.game(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.api.game import preset_settings
    from caborules.tools.compile import open_ruleset
    from caborules.tools.rulebook.book import rulebook
    from caborules.tools.rulebook.markdown import to_markdown
    from caborules.tools.rulebook.page import to_html

    ruleset = open_ruleset(options.file)
    settings = dict(preset_settings(ruleset.system, options.preset)) if options.preset else {}
    settings.update(shared.chosen(options.settings))
    document = rulebook(ruleset.system, settings, options.players)
    text = to_html(document) if options.html else to_markdown(document)
    if options.output == "-":
        terminal.out.write(text)
    else:
        outputs.write(options.output, text)
        terminal.note(f"{options.output}: {document.title}")
    return exits.OK
