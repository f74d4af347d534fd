/// Something that others learn at full steps of the clock and not when it becomes so: the moment at which an answer
/// changes tells as much as a time in it.
struct Delayed<Value: Sendable & Equatable>: Sendable, Equatable {
    private var value: Value?
    /// What is told until `due`.
    private var earlier: Value?
    /// Milliseconds since 1970.
    private var due: Int64 = .min

    /// Notes that it became `value` at `time`; it is told from the next full `step` on, or at once without one, and not
    /// before `least`. All of milliseconds.
    mutating func become(_ value: Value, at time: Int64, step: Int64?, notBefore least: Int64 = .min) {
        if time >= due { earlier = self.value }
        self.value = value
        let first = max(time, least)
        due = step.map { first - first % $0 + $0 } ?? first
    }

    /// Takes back what is not told yet at `time`.
    mutating func withdraw(at time: Int64) {
        guard time < due else { return }
        (value, due) = (earlier, .min)
    }

    /// Tells nothing before the next full `step` after `time`, both in milliseconds.
    mutating func hold(at time: Int64, step: Int64) {
        earlier = nil
        due = max(due, time - time % step + step)
    }

    /// The newest, whether it is told yet or not.
    var newest: Value? { value }

    /// When the newest will be told, in milliseconds since 1970; `nil` when it is told by `time`, or there is none.
    func due(after time: Int64) -> Int64? { value != nil && time < due ? due : nil }

    /// What is told at `time`.
    func published(at time: Int64) -> Value? { time >= due ? value : earlier }
}
