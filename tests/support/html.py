"""Is a page of HTML in order? Elements nest and close, ids are unique, links lead somewhere, all is where it may be."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "link", "input"}
INSIDE = {
    "html": {""},
    "head": {"html"},
    "body": {"html"},
    "meta": {"head"},
    "title": {"head"},
    "style": {"head"},
    "h1": {"body"},
    "h2": {"body"},
    "h3": {"body"},
    "p": {"body"},
    "ul": {"body", "li"},
    "ol": {"body", "li"},
    "li": {"ul", "ol"},
    "table": {"body"},
    "thead": {"table"},
    "tbody": {"table"},
    "tr": {"thead", "tbody"},
    "th": {"tr"},
    "td": {"tr"},
    "a": {"li", "p", "td"},
    "strong": {"li", "p", "td"},
    "sup": {"li", "p", "td"},
}
"""In which elements each of the elements that we write may stand."""
BARE = {"html", "head", "body", "ul", "ol", "table", "thead", "tbody", "tr"}
"""Elements with no text of their own."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        parent = self.open[-1] if self.open else ""
        if parent not in INSIDE.get(tag, set()):
            self.faults.append(f"{self.getpos()}: <{tag}> in <{parent}>")
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and value:
                self.links.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{self.getpos()}: </{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        if data.strip() and (not self.open or self.open[-1] in BARE):
            self.faults.append(f"{self.getpos()}: text in <{self.open[-1] if self.open else ''}>")


def faults(page: str) -> list[str]:
    """What is wrong with the page."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    found = list(reader.faults)
    found += [] if page.startswith("<!DOCTYPE html>\n") else ["no doctype"]
    found += [f"<{tag}> is not closed" for tag in reader.open]
    found += [f"the id {one} is there twice" for one in sorted(set(reader.ids)) if reader.ids.count(one) > 1]
    found += [f"{link} leads nowhere" for link in reader.links if link.removeprefix("#") not in reader.ids]
    return found
