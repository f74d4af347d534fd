/// Formats lengths and times for walkers.
enum Measures {
    static func distance(_ metres: Double) -> String {
        guard metres >= 999.5 else { return "\(Int(metres.rounded())) m" }
        return "\((metres / 100).rounded() / 10) km"
    }

    static func minutes(_ seconds: Double) -> String { "\(max(1, Int((seconds / 60).rounded()))) min" }
}
