"""Chromium, by the DevTools protocol over a pipe (https://chromedevtools.github.io/devtools-protocol/).

It needs nothing but Python.
"""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]


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

    def tab(self):
        """Opens a tab in which everything that happens is told."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable", session)
        return session

    def visit(self, session, page, width):
        """Loads a file in a window of a width."""
        self.call(
            "Emulation.setDeviceMetricsOverride", session,
            width=width, height=844, deviceScaleFactor=1, mobile=width < 600,
        )
        self.events.clear()
        self.call("Page.navigate", session, url=pathlib.Path(page).resolve().as_uri())
        self.wait("Page.loadEventFired")

    def evaluate(self, session, script):
        """What a script gives, which promises a JSON text."""
        answer = self.call("Runtime.evaluate", session, expression=script, awaitPromise=True)
        if "value" not in answer["result"]:
            sys.exit(f"the script failed: {answer}")
        return json.loads(answer["result"]["value"])

    def happened(self):
        """What a page asked for, and what went wrong in it, since it was visited."""
        errors = [event["entry"]["text"] for event in self.found("Log.entryAdded")]
        errors += [str(event) for event in self.found("Runtime.exceptionThrown")]
        errors += [str(event) for event in self.found("Runtime.consoleAPICalled")]
        errors += [event["message"] for event in self.found("Page.javascriptDialogOpening")]
        requests = [event["request"]["url"] for event in self.found("Network.requestWillBeSent")]
        return {"requests": requests, "errors": errors}


@contextlib.contextmanager
def running(program):
    """A browser with a profile of its own, for two minutes at most."""
    signal.alarm(120)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            yield browser
            browser.call("Browser.close")
        finally:
            browser.process.kill()
            browser.process.wait()
