#!/usr/bin/env python3
"""Make a map of many names that nobody wrote: what search is measured on.

Usage: make_names.py OUTPUT.osm.pbf EXTRACT.osm.pbf... [--names 1000000] [--words 250000] [--seed 7]

Words are made letter by letter by a Markov chain of order three, trained on the words of all names in the extracts, until
there are as many distinct ones as asked for. Names have as many words as real ones have, drawn by Zipf's law (word of rank r
with weight 1/r). Their tags are drawn from those of the real names; one in six is a street of two to six nodes with up to 20
house numbers, the others are nodes. They lie in towns of different sizes in an area of 60 by 60 km, dense in the middle of
each. The same arguments give the same file.
"""
import argparse, bisect, collections, itertools, math, random
import osmium
from osmium.osm.mutable import Node, Way

ORDER = 3
KINDS = ("amenity", "shop", "tourism", "leisure", "office", "craft", "historic", "natural", "public_transport", "place")


def observe(extracts):
    """The chain's next letters by context, the lengths of names in words, and the tags of named nodes, each with its count."""
    letters = collections.defaultdict(collections.Counter)
    lengths, kinds, seen = collections.Counter(), collections.Counter(), set()
    for extract in extracts:
        for thing in osmium.FileProcessor(extract).with_filter(osmium.filter.KeyFilter("name")):
            words = thing.tags["name"].split()
            lengths[min(8, len(words))] += 1
            kind = next(((key, thing.tags[key]) for key in KINDS if key in thing.tags), None)
            if kind and kind[0] != "place":
                kinds[kind] += 1
            for word in words:
                if word in seen or not word[0].isalpha():
                    continue
                seen.add(word)
                text = "^" * ORDER + word + "$"
                for end in range(ORDER, len(text)):
                    letters[text[end - ORDER : end]][text[end]] += 1
    return letters, lengths, kinds


class Draw:
    """Draws items by their weights; by bisection, because there are very many."""

    def __init__(self, items, weights):
        self.items, self.sums = items, list(itertools.accumulate(weights))

    def __call__(self, dice):
        return self.items[bisect.bisect(self.sums, dice.random() * self.sums[-1])]


def make_words(letters, count, dice):
    draws = {context: Draw(list(nexts), list(nexts.values())) for context, nexts in letters.items()}
    words, known = [], set()
    while len(words) < count:
        text = "^" * ORDER
        while not text.endswith("$") and len(text) < 24:
            text += draws[text[-ORDER:]](dice)
        word = text[ORDER:].removesuffix("$")
        if len(word) >= 2 and word.casefold() not in known:
            known.add(word.casefold())
            words.append(word)
    # Frequent words are short.
    return sorted(words, key=lambda word: len(word) + dice.random() * 8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output")
    parser.add_argument("extracts", nargs="+")
    parser.add_argument("--names", type=int, default=1_000_000)
    parser.add_argument("--words", type=int, default=250_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    letters, lengths, kinds = observe(options.extracts)
    words = make_words(letters, options.words, dice)
    word = Draw(words, [1 / rank for rank in range(1, len(words) + 1)])
    length = Draw(list(lengths), list(lengths.values()))
    kind = Draw(list(kinds), list(kinds.values()))
    used = set()

    def name():
        chosen = [word(dice) for _ in range(length(dice))]
        used.update(chosen)
        return " ".join(chosen)

    towns = [(60 + dice.random() * 0.54, 25 + dice.random() * 1.08, 0.003 + 0.05 * dice.random() ** 3) for _ in range(120)]
    town = Draw(towns, [size**2 for _, _, size in towns])

    def point():
        latitude, longitude, size = town(dice)
        return latitude + dice.gauss(0, size), longitude + 2 * dice.gauss(0, size)

    node_count, way_count, ways = 0, 0, []
    with osmium.SimpleWriter(options.output, overwrite=True) as writer:
        def add(latitude, longitude, tags):
            nonlocal node_count
            node_count += 1
            writer.add_node(Node(id=node_count, version=1, location=(longitude, latitude), tags=tags))
            return node_count

        for latitude, longitude, size in towns:
            add(latitude, longitude, {"place": "town" if size > 0.01 else "village", "name": name()})
        for index in range(options.names - len(towns)):
            latitude, longitude = point()
            if index % 6:
                key, value = kind(dice)
                add(latitude, longitude, {key: value, "name": name()})
                continue
            title, heading, refs = name(), dice.random() * math.tau, []
            for step in range(dice.randint(2, 6)):
                heading += dice.gauss(0, 0.2)
                latitude, longitude = latitude + 0.0006 * math.sin(heading), longitude + 0.0012 * math.cos(heading)
                refs.append(add(latitude, longitude, {}))
                for house in range(dice.randint(0, 4)):
                    add(latitude + 0.0001 * (house % 2 or -1), longitude + 0.0001 * house,
                        {"addr:street": title, "addr:housenumber": str(1 + 10 * step + 2 * house)})
            ways.append((title, refs))
        for title, refs in ways:
            way_count += 1
            writer.add_way(Way(id=way_count, version=1, nodes=refs, tags={"highway": "residential", "name": title}))
    print(f"{options.names} names of {len(used)} distinct words, {node_count} nodes, {way_count} streets")


if __name__ == "__main__":
    main()
