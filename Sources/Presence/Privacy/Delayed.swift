import Community

/// A value that others see only from the next full step of the clock on: the moment at which an answer changes would
/// reveal as much as a time in it.
struct Delayed<Value: Sendable & Equatable>: Sendable, Equatable {
    private var value: Value?
    /// The published value until `due`.
    private var earlier: Value?
    /// When `value` is published.
    private var due: Timestamp = .min

    /// Sets the value at `time`. It is published at the next full `step`, or at once without a step, and not before
    /// `least`.
    mutating func become(_ value: Value, at time: Timestamp, step: Milliseconds?, notBefore least: Timestamp = .min) {
        if time >= due { earlier = self.value }
        self.value = value
        let first = max(time, least)
        due = step.map { first - first % $0 + $0 } ?? first
    }

    /// Withdraws a value that is not published yet at `time`.
    mutating func withdraw(at time: Timestamp) {
        guard time < due else { return }
        (value, due) = (earlier, .min)
    }

    /// Publishes nothing before the next full `step` after `time`.
    mutating func hold(at time: Timestamp, step: Milliseconds) {
        earlier = nil
        due = max(due, time - time % step + step)
    }

    /// The newest value, published or not.
    var newest: Value? { value }

    /// Returns when the newest value will be published; `nil` if that is done by `time` or there is no value.
    func due(after time: Timestamp) -> Timestamp? { value != nil && time < due ? due : nil }

    /// Returns the published value at `time`.
    func published(at time: Timestamp) -> Value? { time >= due ? value : earlier }
}
