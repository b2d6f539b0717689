"""Opens reports in Chromium, on a telephone and a desk, light, dark and printed, and prints as JSON what
became of each.

Usage: open_reports.py CHROMIUM PAGE…
"""

import json
import sys

sys.dont_write_bytecode = True

import browser

LOOK = """(async () => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const channels = (color) => {
    const parts = color.match(/[\\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = channels(getComputedStyle(e).backgroundColor);
      if (color.alpha > 0) return color.rgb;
    }
    return [255, 255, 255];
  };
  const contrast = (element) => {
    const style = getComputedStyle(element);
    const ink = luminance(channels(element.closest('svg') ? style.fill : style.color).rgb);
    const paper = luminance(ground(element));
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  };
  const isText = (e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const texts = all('body *').filter(isText).map((e) => [contrast(e), e.localName + ': ' + e.textContent]);
  const faint = texts.filter(([ratio]) => ratio < 4.5).map(([ratio, text]) => ratio.toFixed(2) + ' ' + text);
  const wide = all('body *').filter((e) => !e.closest('thead') && e.getBoundingClientRect().right > innerWidth + 1);
  const ids = all('[id]').map((e) => e.id);
  const links = all('[href]').map((e) => e.getAttribute('href'));
  return JSON.stringify({
    title: document.title, text: document.body.innerText, headings: all('h1').map((e) => e.innerText),
    sections: all('h2').map((e) => e.innerText), width: innerWidth,
    scrollWidth: document.documentElement.scrollWidth, wide: wide.map((e) => e.outerHTML.slice(0, 200)), faint,
    elements: [...new Set(all('*').map((e) => e.localName))].sort(),
    handlers: all('*').flatMap((e) => [...e.attributes]).filter((a) => a.name.startsWith('on') || a.name === 'style').length,
    unscoped: all('th:not([scope])').length, tables: all('table').length,
    nameless: all('svg:not([aria-hidden]):not([aria-label])').length,
    deadLinks: links.filter((l) => !l.startsWith('#') || !ids.includes(l.slice(1))),
    repeatedIDs: ids.filter((id, at) => ids.indexOf(id) !== at),
    folded: all('details table').filter((e) => !e.checkVisibility({ contentVisibilityAuto: true })).length,
    background: getComputedStyle(document.body).backgroundColor,
  });
})()"""

FORMS = [
    (390, "screen", "light"), (390, "screen", "dark"), (1280, "screen", "light"), (1280, "screen", "dark"),
    (718, "print", "dark"),
]


def look(chromium, tab, page, form):
    width, media, scheme = form
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    chromium.call("Emulation.setEmulatedMedia", tab, media=media, features=features)
    chromium.visit(tab, page, width)
    found = chromium.evaluate(tab, LOOK)
    roles = [
        node.get("role", {}).get("value")
        for node in chromium.call("Accessibility.getFullAXTree", tab)["nodes"]
        if not node["ignored"]
    ]
    found |= {"page": page, "asked": width, "form": f"{width} {media} {scheme}", "spokenTables": roles.count("table")}
    return found | chromium.happened()


def main():
    program, *pages = sys.argv[1:]
    with browser.running(program) as chromium:
        tab = chromium.tab()
        print(json.dumps([look(chromium, tab, page, form) for page in pages for form in FORMS]))


main()
