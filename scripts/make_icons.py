#!/usr/bin/env python3
"""Draw the page's icons as pictures, from Web/icon.svg and Web/icon-maskable.svg.

Usage: .venv/bin/python scripts/make_icons.py; commit the result. Platforms cut a maskable icon to a shape of their own:
its drawing fills the square, and what matters lies within the middle circle of four fifths (w3.org/TR/appmanifest,
"Icon masks and safe zone").
"""
import pathlib

from playwright.sync_api import sync_playwright

WEB = pathlib.Path(__file__).resolve().parent.parent / "Web"
PICTURES = [("icon", 192), ("icon", 512), ("icon-maskable", 512)]


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        for name, size in PICTURES:
            page = browser.new_page(viewport={"width": size, "height": size})
            drawing = (WEB / f"{name}.svg").read_text()
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawing}")
            page.screenshot(path=WEB / f"{name}-{size}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
