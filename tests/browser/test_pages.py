"""All pages for all readers: the way to a game, accounts, both languages, every width, help for who needs it, weight."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Response, expect

import tabuleiro
from tabuleiro.drawing import html
from tabuleiro.messages.choices import offered_variants
from tabuleiro.messages.page import PLAY
from tabuleiro.messages.study import STUDY
from tabuleiro.rules.texts import Text
from tests.browser.boards import say
from tests.browser.conftest import Visit
from tests.browser.endings import ended
from tests.browser.table import Table, begin, begin_alone, join

GAMES = tabuleiro.games()
WITH_DRAWS = next(name for name in GAMES if tabuleiro.game(name).has_draws)
SMALLEST, *_, LARGEST = sorted(GAMES, key=lambda name: len(tabuleiro.game(name).board.cells))

HEAVIEST = 100_000
"""The first page with all that it loads has fewer bytes than this on its way."""

FINGER = 44

PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "viewport": {"width": 320, "height": 700}}

READY = {
    "/": ".games .game",
    "/account": "form.card",
    "/docs": ".endpoint",
    "/analysis": ".gallery .card",
    "/editor": ".gallery .card",
    "/rules": ".gallery .card",
    "/nosuch": "main a.button",
    f"/analysis?game={SMALLEST}": ".engine-lines li",
    f"/editor?game={SMALLEST}": ".verdict:not(:empty)",
    f"/rules/{SMALLEST}": ".demonstration .spot",
    "running": "#board .spot",
    "finished": ".bar.result",
}
"""All pages, each with what is there once it is ready."""

SMALL = """least => [...document.querySelectorAll("a[href], button, summary, select, input, textarea")]
  .map(one => one.closest("label") ?? one)
  .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".unseen, .skip"))
  .filter(one => getComputedStyle(one).display !== "inline")
  .map(one => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height > 1 && box.height < least - 0.5)
  .map(([what, box]) => `${Math.round(box.height)}: ${what}`)"""
"""What can be pressed and is too low for a finger; links in running text are as high as the text."""

TEXTS = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest("script, noscript, [lang=en]")) found.push(walker.currentNode.data);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [alt], [placeholder], [aria-valuetext]"))
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-valuetext"])
      if (!one.closest("[lang=en]")) found.push(one.getAttribute(name) ?? "");
  return found.map(text => text.trim()).filter(Boolean);
}"""
"""Every text of a page, seen or read aloud."""


def open_page(page: Page, path: str) -> None:
    """Go to a page, or to a match that is still played or over, and wait until all of it is there."""
    where = path
    if not path.startswith("/"):
        moves = ended(LARGEST).moves if path == "finished" else ()
        data = {"game": LARGEST, "players": ["human", "human"], "mine": [0], "moves": list(moves)}
        where = page.request.post("/api/matches", data=data).json()["url"]
    page.goto(where)
    page.locator(READY[path]).first.wait_for()


def axe_finds(page: Page, program: str, *rules: str) -> list[str]:
    """What is serious or critical of what axe finds, by all of its rules or some."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    page.evaluate(f"() => {{ if (!window.axe) {{ {program} }} }}")
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{one['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def is_too_wide(page: Page) -> bool:
    """Does the page scroll sideways? (A phone widens its window to what the page needs, but not the page.)"""
    return bool(page.evaluate("document.scrollingElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("part", range(3))
def test_pages_suit_everybody(visit: Visit, part: int, axe: str) -> None:
    page = visit(locale="pt-PT", **PHONE, spoils=True)
    for path in list(READY)[part::3]:
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE["viewport"])
        open_page(page, path)
        assert page.evaluate("document.documentElement.lang") == "pt"
        assert not is_too_wide(page), f"{path}: 320 pixels are not enough"
        assert page.evaluate(SMALL, FINGER) == [], path
        assert axe_finds(page, axe) == [], path
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.evaluate("() => Promise.all(document.getAnimations().map(change => change.finished))")
        assert not is_too_wide(page), path
        assert axe_finds(page, axe, "color-contrast") == [], path


def english_patterns() -> list[re.Pattern[str]]:
    """What the English sentences of the page look like, where they are others than the Portuguese."""
    texts: list[Text] = [text for text in (PLAY | STUDY).values() if text.en != text.pt]
    portuguese = {text.pt for text in (PLAY | STUDY).values()}
    templates = {
        text.en for text in texts if re.sub(r"\{\w+\}", "", text.en).strip(" .:,()") and text.en not in portuguese
    }
    return [re.compile(re.sub(r"\\\{\w+\\\}", ".+?", re.escape(template))) for template in sorted(templates)]


def test_nothing_is_left_in_english(visit: Visit) -> None:
    page = visit("/account")
    page.locator("details.settings > summary").click()
    page.get_by_role("radio", name="Português").click()
    page.wait_for_function("document.documentElement.lang === 'pt'")
    patterns = english_patterns()
    words = re.compile(r"\b(the|and|your|with|is|are|this|that|not|to move|of the)\b", re.IGNORECASE)
    for path in ("/", "running", "finished"):
        open_page(page, path)
        if path == "/":
            page.locator(".game").last.click()
            page.locator("dialog details > summary").click()
            page.locator("dialog .switches label").first.wait_for()
        texts = set(page.evaluate(TEXTS))
        assert len(texts) > 40
        assert {text for text in texts if any(pattern.fullmatch(text) for pattern in patterns)} == set(), path
        assert {text for text in texts if words.search(text)} == set(), path


@pytest.mark.parametrize("width", [1400, 1024, 820])
def test_no_game_stands_alone_in_its_row(visit: Visit, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 720})
    page.locator(".games .game").last.wait_for()
    tops = page.locator(".games .game").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert min(tops.count(top) for top in tops) > 1


def test_two_clicks_to_a_game(visit: Visit) -> None:
    page = visit("/")
    cards = page.locator(".games .game")
    expect(cards).to_have_count(len(GAMES))
    for name, card in zip(GAMES, cards.all(), strict=True):
        expect(card).to_contain_text(str(tabuleiro.game(name).title))
    cards.first.click()
    page.get_by_role("dialog").get_by_role("button", name=say("play"), exact=True).click()
    page.wait_for_url(re.compile("/play/"))
    table = Table(page)
    code = table.code
    assert [one["player"] for one in table.state()["people"]] == ["human", "level:3"]
    page.goto("/")
    link = page.locator(f'.matches a[href="/play/{code}"]').first
    expect(link).to_contain_text(say("your-turn-mark"))

    # The same way leads to a link for a friend, whom the next visitor may be, and to a game at this screen.
    cards.last.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=say("against-friend")).check()
    dialog.get_by_role("button", name=say("make-link"), exact=True).click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator(".invitation .link")).to_have_value(page.url)


def test_who_has_come_stands_in_the_list(visit: Visit) -> None:
    page = visit("/")
    order = {"game": GAMES[0], "players": ["human", "human"], "mine": [0]}
    url = page.request.post("/api/matches", data=order).json()["url"]
    page.reload()
    entry = page.locator(f'.matches a[href="{url}"]').first
    expect(entry).to_contain_text(say("seat-open"))
    friend = visit(url)
    form = friend.locator(".invitation form")
    form.get_by_role("textbox").fill("Rui")
    form.get_by_role("button").click()
    expect(form).to_be_hidden()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(entry).to_contain_text("Rui")
    expect(entry).to_contain_text(say("your-turn-mark"))


def test_levels_are_rated_only_for_the_rules_that_were_measured(visit: Visit) -> None:
    page = visit("/")
    known = page.request.get("/api/games").json()
    game = next(game for game in known if game["ratings"] and game["variants"][0]["id"] in game["ratings"])
    rating = say("level-rating", rating="").strip()
    page.locator(f'.game[data-game="{game["id"]}"]').click()
    dialog = page.get_by_role("dialog")
    level, switches = dialog.locator(".level output"), dialog.locator(".switches select")
    expect(level).to_contain_text(rating)
    dialog.locator("details > summary").click()
    usual = switches.first.input_value()
    other = next(one for one in switches.first.locator("option").all_inner_texts() if one != usual)
    switches.first.select_option(other)
    expect(level).not_to_contain_text(rating)
    switches.first.select_option(usual)
    expect(level).to_contain_text(rating)


@pytest.mark.parametrize("plies", [0, 1, 7, 8, 12])
def test_nothing_lies_on_the_list_of_moves(visit: Visit, plies: int) -> None:
    page = visit(viewport={"width": 1024, "height": 600})
    begin_alone(page, LARGEST, moves=list(ended(LARGEST).moves[:plies]))
    page.locator(".more-card summary").click()
    steps, below = page.locator(".moves-card .steps"), page.locator(".more-card")
    expect(below.locator("details")).to_have_attribute("open", "")
    boxes = [part.bounding_box() for part in (page.locator(".moves-card"), steps, below)]
    bottoms = [box["y"] + box["height"] for box in boxes[:2] if box]
    assert boxes[2] and bottoms[1] <= bottoms[0] <= boxes[2]["y"]


def test_no_match_at_an_address(visit: Visit) -> None:
    page = visit("/play/nobody-plays-here")
    expect(page.locator("#side .status")).to_have_text(say("no-such-match"))
    for empty in ("#table", ".moves-card", ".connection"):
        expect(page.locator(empty)).to_be_hidden()


def test_account(visit: Visit) -> None:
    page = visit("/account")
    intro, name = page.locator("main > p").first, page.locator(".who-name")
    expect(intro).to_have_text(say("guest-text"))

    def enter(title: str, secret: str) -> None:
        form = page.locator("form", has=page.get_by_role("heading", name=say(title)))
        form.locator("[name=name]").fill("Inês")
        form.locator("[name=password]").fill(secret)
        form.locator("button").click()

    enter("make-account-title", "uma senha longa")
    page.wait_for_url(re.compile(r"/$"))
    expect(name).to_have_text("Inês")
    page.goto("/account")
    expect(intro).to_have_text(say("account-text", name="Inês"))
    page.get_by_role("button", name=say("log-out")).click()
    expect(intro).to_have_text(say("guest-text"))
    enter("log-in-title", "uma outra senha")
    expect(page.locator(".wrong:not(:empty)")).to_have_count(1)
    enter("log-in-title", "uma senha longa")
    page.wait_for_url(re.compile(r"/$"))
    expect(name).to_have_text("Inês")


def test_a_name_that_is_refused_is_not_also_said_to_be_kept(visit: Visit) -> None:
    page = visit("/account")
    form, saved = page.locator("form").first, page.locator("main > [role=status]")
    for name in ("Inês", "\N{RIGHT-TO-LEFT OVERRIDE}"):
        form.locator("input").fill(name)
        form.locator("button").click()
        expect(saved if name == "Inês" else form.locator(".wrong")).not_to_be_empty()
    expect(saved).to_be_empty()


def test_first_page_is_light_with_all_its_lists_full(visit: Visit) -> None:
    page, other = visit(), visit()
    for number in range(7):
        game = GAMES[number % len(GAMES)]
        for visitor, moves in ((page, ()), (page, ended(game).moves), (other, ())):
            data = {"game": game, "players": ["human", "human"], "mine": [0, 1], "moves": list(moves)}
            assert visitor.request.post("/api/matches", data=data).ok
    page.set_viewport_size({"width": 1200, "height": 3000})
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/", wait_until="networkidle")
    page.locator(READY["/"]).first.wait_for()
    weights = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}
    assert sum("picture" in url for url in weights) == len(GAMES) + 3 * 6
    assert sum(weights.values()) < HEAVIEST, sorted(weights.items(), key=lambda one: -one[1])[:8]


WIDE_TABLES = """[...document.querySelectorAll(".beside .wide")]
  .map(one => [one.scrollWidth - one.clientWidth, one.closest(".beside > *").clientWidth, one.closest(".beside").clientWidth])"""
"""How much of each table beside a plot is out of sight, and how wide the two places are."""


@pytest.mark.parametrize(("name", "is_alone"), [("a", False), ("alphabeta:nodes=2000", True)])
def test_a_table_in_a_report_that_does_not_fit_beside_a_plot_has_the_whole_width(
    visit: Visit, name: str, is_alone: bool
) -> None:
    columns, row = [name, "next", "Elo above", "95%", "is stronger"], [name, name, "+465", "+108 to +1,330", "99.2%"]
    parts = [html.section("plot", [html.paragraph("...")]), html.section("table", [html.table(columns, [row])])]
    page = visit(viewport={"width": 1200, "height": 800})
    page.set_content(html.page("report", [html.beside(parts)]))
    [(hidden, width, whole)] = page.evaluate(WIDE_TABLES)
    assert hidden <= 0
    assert (width == whole) is is_alone


@pytest.mark.parametrize("size", [(1024, 720), (390, 760), (512, 360), (320, 640)])
def test_names_and_sides_beside_the_board_can_be_read(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(locale="pt-PT", viewport={"width": size[0], "height": size[1]})
    begin(page, SMALLEST, players=["human", "level:2"], mine=[0], control="10")
    for part in (".seat .name", ".seat .role"):
        for text in page.locator(part).all():
            assert text.evaluate("one => one.scrollWidth <= one.clientWidth"), text.text_content()
    begin(page, SMALLEST, players=["human", "level:2"], mine=[0], control="10", names=["Ana" * 12, None])
    name, role = (page.locator(f"#lower .{part}") for part in ("name", "role"))
    assert role.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert name.evaluate("one => one.clientWidth > 60")
    expect(name).to_have_attribute("title", "Ana" * 12)


def test_long_names_fit_the_narrowest_page(visit: Visit) -> None:
    host, guest = visit("/account", **PHONE), visit(**PHONE)
    form = host.locator("form").first
    form.locator("input").fill("W" * 40)
    form.locator("button").click()
    expect(host.locator("main [role=status]")).to_contain_text("WWW")
    assert not is_too_wide(host), "the account"
    table = begin(host, WITH_DRAWS, players=["human", "human"], mine=[0])
    guest.goto(host.url)
    expect(guest.locator(".invitation p").first).to_contain_text("WWW")
    assert not is_too_wide(guest), "the invitation"
    other = join(guest, table, "M" * 40)
    table.action("offer-draw").click()
    table.answer("yes-offer-draw").click()
    expect(other.answer("accept-draw")).to_be_visible()
    assert not is_too_wide(host) and not is_too_wide(guest), "the offer"
    host.goto("/")
    expect(host.locator(".matches .words").first).to_contain_text("MMM")
    assert not is_too_wide(host), "the list of games"


def odd_games() -> tuple[str, str]:
    """Games by names that have to be written: one of a variant that is not offered, and one with a switch changed."""
    offered, found = set(), []
    for name in GAMES:
        offered |= {f"{name}:{variant}" for variant in offered_variants(tabuleiro.game(name))}
        for option, known in tabuleiro.game(name).options.items():
            for value in (*known.words, 5):
                with suppress(tabuleiro.UnknownGame):
                    found.append(tabuleiro.game(name, **{option: value}).id)
    whole = (id for id in found if ":" in id and ";" not in id)
    return next(id for id in whole if id not in offered), next(id for id in found if ";" in id)


@pytest.mark.parametrize("game", odd_games())
def test_the_panel_shows_the_rules_that_will_be_played(visit: Visit, game: str) -> None:
    page = visit(f"/?{urlencode({'game': game})}")
    panel = page.get_by_role("dialog")
    variant, *changes = game.split(":")[1].split(";")
    expect(panel.locator("select").first.locator("option:checked")).to_have_text(variant)
    for change in changes:
        expect(panel.locator(".switches .field", has_text=change.split("=")[0]).first).to_be_visible()
    panel.locator("button[type=submit]").click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator("#side .head")).to_contain_text(game.split(":")[1])


STICKING_OUT = """[...document.querySelectorAll(".segments label > span")].filter(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [inner, outer] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
  return outer.width && (inner.left < outer.left + 8 || inner.right > outer.right - 8);
}).map(one => one.textContent)"""
"""The choices whose words reach the border."""


LINES = "one => Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))"
"""On how many lines a text is."""


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("game", GAMES)
def test_choices_hold_their_words(visit: Visit, width: int, game: str) -> None:
    page = visit(f"/?game={game}", locale="pt-PT", viewport={"width": width, "height": 640})
    panel = page.get_by_role("dialog")
    panel.locator(".side").wait_for()
    assert page.evaluate(STICKING_OUT) == []
    assert panel.evaluate("one => one.scrollWidth <= one.clientWidth"), "it does not scroll sideways"
    title = panel.get_by_role("heading").first
    words = str(title.text_content()).split()
    assert title.evaluate(LINES) <= len(words), "no word is broken"


def test_another_game_can_be_begun_after_going_back(visit: Visit) -> None:
    page = visit(f"/?game={SMALLEST}", spoils=True)
    page.route("**/play/**", lambda route: route.abort("aborted"))
    play = page.get_by_role("dialog").locator("button[type=submit]")
    with page.expect_event("requestfailed"):
        play.click()
    expect(play).to_be_disabled()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(play).to_be_enabled()
    page.unroute("**/play/**")
    play.click()
    page.wait_for_url(re.compile("/play/"))


def test_a_clock_of_ones_own_is_never_silently_none(visit: Visit) -> None:
    page = visit(f"/?game={SMALLEST}")
    panel = page.get_by_role("dialog")
    panel.locator(".pair select").first.select_option("own")
    own, play = panel.locator(".pair input"), panel.locator("button[type=submit]")
    own.fill("")
    play.click()
    expect(panel.get_by_role("alert")).to_contain_text("is no thinking time: write 10")
    expect(panel.get_by_role("alert")).to_be_in_viewport(ratio=1)
    own.fill("0,5")
    play.click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator("#side .head")).to_contain_text("0.5\N{NO-BREAK SPACE}min")
    page.context.add_cookies([{"name": "lang", "value": "pt", "url": page.url}])
    page.reload()
    expect(page.locator("#side .head")).to_contain_text("0,5\N{NO-BREAK SPACE}min")
