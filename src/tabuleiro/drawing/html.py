"""Reports as self-contained pages: HTML with style sheet and pictures inside, without scripts.

They follow the reader's light or dark theme, fit narrow screens, and can be printed. Everything that is given as text is
escaped here; what is given as `Markup` was made by the functions of this module or is a picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NewType

from tabuleiro.drawing.styles import FONTS
from tabuleiro.rules.texts import Text, language

Markup = NewType("Markup", str)
Words = Text | str

COLOURS = {
    "paper": ("#f7f2e8", "#13171c"),
    "card": ("#fffdf8", "#1b2027"),
    "sunk": ("#f0e8d9", "#232a32"),
    "ink": ("#2b241a", "#edf1f5"),
    "soft-ink": ("#645641", "#abb6c1"),
    "line": ("#e3d8c3", "#2d353f"),
    "edge": ("#8c7a5d", "#75838f"),
    "main": ("#0f5963", "#7fe0d6"),
    "warm": ("#9a3806", "#ffc27a"),
    "cool": ("#174b96", "#9cc7ff"),
}
"""The colours of pages and their plots, by name: in the light theme, and in the dark one."""

STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font-family:FONTS;line-height:1.5}
main{max-width:76rem;margin:0 auto;padding:clamp(1rem,4vw,3rem) clamp(.75rem,4vw,2rem)}
h1{margin:0 0 .25rem;font-size:clamp(1.5rem,5vw,2.1rem);line-height:1.2;letter-spacing:-.01em}
h2{margin:0 0 .75rem;font-size:1.15rem}
p{max-width:44rem;margin:.5rem 0}
a{color:var(--main)}
.lead{color:var(--soft-ink);margin:0 0 1.5rem}
section{margin:0 0 1.25rem;padding:clamp(.9rem,2.5vw,1.5rem);background:var(--card);border:1px solid var(--line);border-radius:14px}
.wide{overflow-x:auto;background:linear-gradient(90deg,var(--card) 40%,transparent) 0 0/2rem 100%,linear-gradient(270deg,var(--card) 40%,transparent) 100% 0/2rem 100%,linear-gradient(90deg,var(--line),transparent) 0 0/.6rem 100%,linear-gradient(270deg,var(--line),transparent) 100% 0/.6rem 100%;background-repeat:no-repeat;background-attachment:local,local,scroll,scroll}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .75rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{color:var(--soft-ink);font-weight:600;white-space:normal;font-size:.85rem;vertical-align:bottom}
tbody tr:last-child>*{border-bottom:0}
th:first-child,td:first-child{padding-left:0}
th.words,td.words{text-align:left}
td.words{white-space:normal;overflow-wrap:break-word;min-width:4.5rem;max-width:22rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:0}
dt{color:var(--soft-ink)}
dd{margin:0;overflow-wrap:anywhere}
pre{margin:.5rem 0 0;padding:.75rem 1rem;background:var(--sunk);border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9rem}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem 2rem;align-items:start}
.beside>*{min-width:0}
.beside th,.beside td{padding-inline:.5rem}.beside :is(th,td):first-child{padding-left:0}
.beside td.words{min-width:7rem}
.beside:has(>div>section){gap:0 1.25rem;align-items:stretch}
.beside>div>section{height:calc(100% - 1.25rem)}
.beside:has(.wide){display:flex;flex-wrap:wrap}
.beside:has(.wide)>*{flex:1 1 30rem;min-width:min(100%,30rem)}
.beside>:has(.wide){flex-basis:min-content}
.beside>:has(.wide) p{contain:inline-size}
figure{margin:.75rem 0 0}
figure svg{display:block;max-width:100%;height:auto}
figcaption{color:var(--soft-ink);font-size:.9rem}
@media (max-width:34rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}th,td{padding:.3rem .5rem}.beside td.words{overflow-wrap:anywhere}}
@media print{body{background:#fff}main{max-width:none;padding:0}section{border:0;padding:0;background:none}
figure,tr{break-inside:avoid}table{font-size:.78rem}th,td{padding:.2rem .4rem}td.words{overflow-wrap:anywhere}h2{break-after:avoid}.wide{overflow:visible;background:none}}
""".replace("FONTS", FONTS)


def page(title: Words, parts: Iterable[Markup], *, lead: Words = "") -> str:
    """A whole page, in the language in use."""
    below = f'<p class="lead">{escape(str(lead))}</p>' if str(lead) else ""
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(str(title))}</title>\n<style>{_properties()}{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(str(title))}</h1>\n{below}\n" + "\n".join(parts) + "\n</main>\n</body>\n</html>\n"
    )


def _properties() -> str:
    """The colours as custom properties; in print they are always the light ones."""
    light, dark = (";".join(f"--{name}:{pair[place]}" for name, pair in COLOURS.items()) for place in (0, 1))
    return (
        f":root{{color-scheme:light;{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dark}}}}}"
    )


def section(title: Words, parts: Iterable[Markup]) -> Markup:
    """A part of a page with a title."""
    return Markup(f"<section>\n<h2>{escape(str(title))}</h2>\n" + "\n".join(parts) + "\n</section>")


def beside(parts: Iterable[Markup]) -> Markup:
    """Parts beside each other where there is room."""
    return Markup('<div class="beside">\n' + "\n".join(f"<div>{part}</div>" for part in parts) + "\n</div>")


def paragraph(text: Words) -> Markup:
    """A paragraph."""
    return Markup(f"<p>{escape(str(text))}</p>")


def table(columns: Sequence[Words], rows: Iterable[Sequence[Words]], *, words: Collection[int] = (0,)) -> Markup:
    """A table; the columns in `words` contain words, the others numbers."""

    def cell(tag: str, place: int, text: Words) -> str:
        scope = ' scope="col"' if tag == "th" else ""
        kind = ' class="words"' if place in words else ""
        return f"<{tag}{scope}{kind}>{escape(str(text))}</{tag}>"

    head = "".join(cell("th", place, column) for place, column in enumerate(columns))
    body = "\n".join(
        "<tr>" + "".join(cell("td", place, text) for place, text in enumerate(row)) + "</tr>" for row in rows
    )
    return Markup(
        f'<div class="wide" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


def facts(pairs: Iterable[tuple[Words, Words]]) -> Markup:
    """A list of labels and values."""
    rows = (f"<dt>{escape(str(label))}</dt><dd>{escape(str(value))}</dd>" for label, value in pairs)
    return Markup("<dl>" + "\n".join(rows) + "</dl>")


def figure(picture: str, caption: Words = "") -> Markup:
    """A picture in SVG, with its caption."""
    below = f"<figcaption>{escape(str(caption))}</figcaption>" if str(caption) else ""
    return Markup(f"<figure>{picture}{below}</figure>")


def commands(text: str) -> Markup:
    """Commands to be typed."""
    return Markup(f"<pre><code>{escape(text)}</code></pre>")
