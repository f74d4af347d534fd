/// Counts durations in buckets, like a Prometheus histogram.
struct Histogram: Sendable {
    /// Upper bounds of the buckets, in seconds, ascending; longer durations have a bucket of their own.
    let bounds: [Double]
    private var buckets: [UInt64]
    private var seconds = 0.0

    init(_ bounds: [Double]) {
        self.bounds = bounds
        buckets = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Makes one from the number of durations in each bucket, the unbounded one last, and their sum in seconds.
    init(_ bounds: [Double], counts: [UInt64], seconds: Double) {
        precondition(counts.count == bounds.count + 1, "each bucket has a count")
        (self.bounds, buckets, self.seconds) = (bounds, counts, seconds)
    }

    mutating func record(_ duration: Double) {
        let bucket = bounds.firstIndex { duration <= $0 } ?? bounds.count
        buckets[bucket] += 1
        seconds += duration
    }

    /// Returns the lines of the Prometheus text format, without HELP and TYPE; `label` is empty, or such as `a="b"`.
    func text(_ name: String, label: String = "") -> String {
        var text = "", count: UInt64 = 0
        let (before, alone) = label.isEmpty ? ("", "") : (label + ",", "{\(label)}")
        for (bound, durations) in zip(bounds.map { "\($0)" } + ["+Inf"], buckets) {
            count += durations
            text += "\(name)_bucket{\(before)le=\"\(bound)\"} \(count)\n"
        }
        return text + "\(name)_sum\(alone) \(seconds)\n\(name)_count\(alone) \(count)\n"
    }
}
