"""What tests of the mesh on the page share."""
import json
import time
import urllib.error
import urllib.request

from conftest import free_port, with_mesh

AWAY = ["Failed to load resource", "503"]
# A page that is not secure has no signatures.
INSECURE = "Object.defineProperty(crypto, 'subtle', { value: undefined }); Object.defineProperty(window, 'isSecureContext', { value: false });"


def lines(page):
    return page.locator(".chat-line")


def shown(page, text):
    return lines(page).filter(has_text=text)


def come_back(page):
    """What happens when a visitor comes back to the page: it meets the node."""
    page.evaluate("() => window.dispatchEvent(new Event('online'))")


def wait_until(met):
    deadline = time.monotonic() + 20
    while not met():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


class NamedNode:
    """A node of the real program that also serves its pages at a name of the place, as an organiser's server."""

    def __init__(self):
        self.port, self.trust_port = free_port(), free_port()
        self.name = f"stub-{self.port}.local"
        self.address = f"https://{self.name}:{self.port}"
        self.settings = [*with_mesh(), "--set", "mesh-name=town hall", "--set", f"mesh-host-name={self.name}", "--set", f"mesh-https-port={self.port}",
                         "--trust-port", str(self.trust_port)]

    def wait_for_pages(self, address):
        """Waits until the node, which answers at `address` too, has its certificate."""
        wait_until(lambda: self._has_pages(address))

    @staticmethod
    def _has_pages(address):
        request = urllib.request.Request(f"{address}/api/v1/mesh/phone", json.dumps({}).encode(), {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            return False
