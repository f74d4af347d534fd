package import GeoCore

/// A random connected graph: which nodes are linked.
package struct Graph: Sendable {
    package let count: Int
    /// Each pair once; the first dials.
    package private(set) var pairs: [(Int, Int)] = []
    package private(set) var neighbours: [[Int]]

    /// Links `count` nodes with `mean` links a node on average, and at most `most`.
    package init(count: Int, mean: Double, most: Int = 8, using generator: inout SeededGenerator) {
        self.count = count
        neighbours = Array(repeating: [], count: count)
        // A random tree first, so that all are connected.
        for node in 1..<count {
            var other = generator.index(below: node)
            while neighbours[other].count >= most { other = generator.index(below: node) }
            link(node, other, using: &generator)
        }
        var attempts = 0
        while Double(2 * pairs.count) < mean * Double(count), attempts < 100 * count {
            attempts += 1
            let one = generator.index(below: count), other = generator.index(below: count)
            guard one != other, neighbours[one].count < most, neighbours[other].count < most,
                !neighbours[one].contains(other)
            else { continue }
            link(one, other, using: &generator)
        }
    }

    /// A line of nodes, each linked to the next.
    package init(lineOf count: Int) {
        self.count = count
        neighbours = (0..<count).map { node in [node - 1, node + 1].filter { (0..<count).contains($0) } }
        pairs = (0..<count - 1).map { ($0, $0 + 1) }
    }

    private mutating func link(_ one: Int, _ other: Int, using generator: inout SeededGenerator) {
        pairs.append(generator.happens(0.5) ? (one, other) : (other, one))
        neighbours[one].append(other)
        neighbours[other].append(one)
    }

    /// Returns the bytes of plain flooding, the measure of all spreading: each node that gets a message first sends it
    /// on every link but the one that brought it. A frame is lost with the probability `loss`.
    package func floodBytes(of frame: Int, messages: Int, loss: Double, using generator: inout SeededGenerator) -> Int {
        var sent = 0
        for _ in 0..<messages {
            var reached = Array(repeating: false, count: count)
            var front = [(generator.index(below: count), -1)]
            reached[front[0].0] = true
            while !front.isEmpty {
                var next: [(Int, Int)] = []
                for (node, source) in front {
                    for other in neighbours[node] where other != source {
                        sent += 1
                        guard !generator.happens(loss), !reached[other] else { continue }
                        reached[other] = true
                        next.append((other, node))
                    }
                }
                front = next
            }
        }
        return sent * frame
    }
}
