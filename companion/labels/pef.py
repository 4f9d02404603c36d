"""Braille pages as PEF 1.0, the Portable Embosser Format: XML that says its own page size and means its own cells.

Form: the public draft of 2011, version 2008-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent, register_namespace, tostring

from companion.labels.pages import BraillePaper, Page

PEF = "http://www.daisy.org/ns/2008/pef"
DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"


def pef(pages: Sequence[Page], paper: BraillePaper, title: str, identifier: str, language: str) -> bytes:
    """The file: one volume, one section, single-sided."""
    register_namespace("", PEF)
    register_namespace("dc", DUBLIN_CORE)
    root = Element(f"{{{PEF}}}pef", version="2008-1")
    meta = SubElement(SubElement(root, f"{{{PEF}}}head"), f"{{{PEF}}}meta")
    facts = {
        "format": "application/x-pef+xml",
        "identifier": identifier,
        "title": title,
        "language": language,
        "creator": "uno-companion",
    }
    for name, value in facts.items():
        SubElement(meta, f"{{{DUBLIN_CORE}}}{name}").text = value
    volume = SubElement(
        SubElement(root, f"{{{PEF}}}body"),
        f"{{{PEF}}}volume",
        cols=str(paper.cells),
        rows=str(paper.lines),
        rowgap="0",
        duplex="false",
    )
    section = SubElement(volume, f"{{{PEF}}}section")
    for page in pages:
        written = SubElement(section, f"{{{PEF}}}page")
        for line in page:
            SubElement(written, f"{{{PEF}}}row").text = line
    indent(ElementTree(root))
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))
