import HereaboutsAPI
import Synchronization

/// Counts requests and measures answers, by route: never positions or queries.
package final class Metrics: Sendable {
    /// Upper bounds of the latency buckets in seconds.
    private static let bounds = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2]

    private struct Series {
        var byStatus: [Int: UInt64] = [:]
        var times = Histogram(Metrics.bounds)
    }

    private let names: [String]
    private let series: Mutex<[Series]>

    /// Counts for routes named `names` and for the page.
    init(names: [String]) {
        self.names = names + ["page"]
        series = Mutex(Array(repeating: Series(), count: names.count + 1))
    }

    /// Counts one answer; `route` is an index into the names, `nil` for the page.
    func record(route: Int?, status: Int, seconds: Double) {
        series.withLock { all in
            let index = route ?? all.count - 1
            all[index].byStatus[status, default: 0] += 1
            all[index].times.record(seconds)
        }
    }

    /// Returns the figures in the Prometheus text format, followed by those of `loops`, `gauges` and `figures`.
    func text(gauges: [Gauge], figures: [Figure], loops: LoopWatch = .shared) -> String {
        let all = series.withLock { $0 }
        var text = "# HELP hereabouts_requests_total Requests answered.\n# TYPE hereabouts_requests_total counter\n"
        for (name, series) in zip(names, all) {
            for status in series.byStatus.keys.sorted() {
                text +=
                    "hereabouts_requests_total{route=\"\(name)\",status=\"\(status)\"} \(series.byStatus[status]!)\n"
            }
        }
        text += "# HELP hereabouts_request_seconds Time from request to answer, without sending it.\n"
        text += "# TYPE hereabouts_request_seconds histogram\n"
        for (name, series) in zip(names, all) where !series.byStatus.isEmpty {
            text += series.times.text("hereabouts_request_seconds", label: "route=\"\(name)\"")
        }
        text += loops.text
        for gauge in gauges {
            text += "# HELP \(gauge.name) \(gauge.help)\n# TYPE \(gauge.name) \(gauge.kind)\n"
            text += "\(gauge.name)\(gauge.labels) \(gauge.value)\n"
        }
        for figure in figures { text += figure.text }
        return text
    }

    /// A figure that is read when metrics are requested.
    struct Gauge {
        let name: String
        let help: String
        var kind = "gauge"
        var labels = ""
        let value: String
    }
}
