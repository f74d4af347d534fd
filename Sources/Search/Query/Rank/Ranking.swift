/// The best hits of a query so far, best first.
struct Ranking {
    private(set) var hits: [SearchHit] = []
    private var capacity = 0

    /// Empties the list and sets how many hits it keeps.
    mutating func reset(capacity: Int) {
        hits.removeAll(keepingCapacity: true)
        self.capacity = capacity
    }

    /// The best hit that matches all words of the query.
    var bestComplete: SearchHit? {
        for hit in hits where !hit.isPartial { return hit }
        return nil
    }

    /// The list drops hits with a lower score.
    var leastScore: Int { hits.count == capacity ? hits.last?.score ?? .max : .min }

    /// Inserts a hit at its rank if the list keeps it.
    mutating func insert(_ hit: SearchHit) {
        if hits.count == capacity {
            guard let last = hits.last, hit.precedes(last) else { return }
            hits.removeLast()
        }
        var index = hits.count
        hits.append(hit)
        while index > 0, hit.precedes(hits[index - 1]) {
            hits[index] = hits[index - 1]
            index -= 1
        }
        hits[index] = hit
    }
}
