"""Opens a page in Chromium, and prints as JSON what became of it.

Usage: open_album.py CHROMIUM PAGE WIDTH.
"""

import json
import sys

sys.dont_write_bytecode = True

import browser

LOOK = """(async () => {
  const images = [...document.querySelectorAll('figure > a > img')];
  for (const image of images) { image.loading = 'eager'; await image.decode().catch(() => {}); }
  const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
  location.hash = 'v2';
  const viewer = document.getElementById('v2');
  return JSON.stringify({
    title: document.title, heading: texts('h1')[0], months: texts('h2'), captions: texts('figcaption b'),
    people: texts('figcaption span'), days: texts('figcaption time'),
    width: innerWidth, scrollWidth: document.documentElement.scrollWidth,
    broken: images.filter((image) => !image.naturalWidth).length, images: images.length,
    elements: [...new Set([...document.querySelectorAll('*')].map((e) => e.localName))].sort(),
    viewer: getComputedStyle(viewer).display, viewerHeight: viewer.getBoundingClientRect().height,
    height: innerHeight,
  });
})()"""


def main():
    program, page, width = sys.argv[1:]
    with browser.running(program) as chromium:
        tab = chromium.tab()
        chromium.visit(tab, page, int(width))
        found = chromium.evaluate(tab, LOOK)
        print(json.dumps(found | chromium.happened()))


main()
