"""Opens a page in Chromium, and prints as JSON what became of it.

Usage: open_album.py CHROMIUM PAGE WIDTH. It speaks the DevTools protocol over a pipe
(https://chromedevtools.github.io/devtools-protocol/), and needs nothing but Python.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]

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


class Browser:
    def __init__(self, program, profile):
        program_input, self.output = os.pipe()
        self.input, program_output = os.pipe()

        def place():
            kept = os.dup(program_input), os.dup(program_output)
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        self.process = subprocess.Popen(
            [program, *OPTIONS, f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=place, close_fds=False, stderr=subprocess.DEVNULL,
        )
        os.close(program_input)
        os.close(program_output)
        self.number, self.rest, self.events = 0, b"", []

    def message(self):
        while b"\0" not in self.rest:
            data = os.read(self.input, 1 << 16)
            if not data:
                sys.exit("the browser has ended")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if session:
            call["sessionId"] = session
        os.write(self.output, json.dumps(call).encode() + b"\0")
        while (message := self.message()).get("id") != call["id"]:
            self.events.append(message)
        if "error" in message:
            sys.exit(f"{method}: {message['error']}")
        return message["result"]

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def found(self, method):
        return [event["params"] for event in self.events if event.get("method") == method]


def look(browser, page, width):
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Network", "Log", "Runtime"):
        browser.call(f"{domain}.enable", session)
    browser.call(
        "Emulation.setDeviceMetricsOverride", session,
        width=width, height=844, deviceScaleFactor=1, mobile=width < 600,
    )
    browser.events.clear()
    browser.call("Page.navigate", session, url=pathlib.Path(page).resolve().as_uri())
    browser.wait("Page.loadEventFired")
    answer = browser.call("Runtime.evaluate", session, expression=LOOK, awaitPromise=True)
    found = json.loads(answer["result"]["value"])
    found["requests"] = [event["request"]["url"] for event in browser.found("Network.requestWillBeSent")]
    found["errors"] = [event["entry"]["text"] for event in browser.found("Log.entryAdded")]
    found["errors"] += [str(event) for event in browser.found("Runtime.exceptionThrown")]
    found["errors"] += [event["message"] for event in browser.found("Page.javascriptDialogOpening")]
    return found


def main():
    program, page, width = sys.argv[1:]
    signal.alarm(120)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            print(json.dumps(look(browser, page, int(width))))
            browser.call("Browser.close")
        finally:
            browser.process.kill()
            browser.process.wait()


main()
