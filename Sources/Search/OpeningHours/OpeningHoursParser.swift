/// Reads rules of opening hours. What it does not know makes it give up: `nil`.
struct OpeningHoursParser {
    let bytes: [UInt8]
    /// How much of `bytes` is read.
    var index = 0

    /// Takes a text; long dashes are read as hyphens.
    init(_ text: Span<UInt8>) {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            // U+2013, U+2014
            if index + 2 < text.count, text[index] == 0xe2, text[index + 1] == 0x80,
                text[index + 2] == 0x93 || text[index + 2] == 0x94
            {
                bytes.append(UInt8(ascii: "-"))
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        self.bytes = bytes
    }

    /// All rules, in groups between `||`.
    mutating func groups() -> [[OpeningRule]]? {
        var groups: [[OpeningRule]] = [], rules: [OpeningRule] = [], joint = OpeningRule.Joint.normal
        while true {
            guard let rule = rule(joint) else { return nil }
            // A rule for all days would undo those before it, which nobody means; so its readers differ.
            if !rules.isEmpty, joint == .normal, !rule.hasDays, rule.state != .closed || rule.hours.isEmpty {
                return nil
            }
            rules.append(rule)
            skipBlanks()
            if accept(";") {
                skipBlanks()
                if isAtEnd { break }
                joint = .normal
            } else if accept(",") {
                joint = .additional
            } else if accept("|") {
                guard accept("|") else { return nil }
                groups.append(rules)
                rules = []
                joint = .normal
            } else {
                break
            }
        }
        return isAtEnd ? groups + [rules] : nil
    }

    private mutating func rule(_ joint: OpeningRule.Joint) -> OpeningRule? {
        var rule = OpeningRule(joint), hasComment = false, isAlways = false
        skipBlanks()
        if peek == UInt8(ascii: "\"") {
            guard comment() else { return nil }
            hasComment = true
            skipBlanks()
            if accept(":") { hasComment = false }
        }
        if !hasComment {
            if acceptAlways() { isAlways = true } else { guard days(of: &rule) else { return nil } }
            skipBlanks()
            if rule.hasDays { _ = accept(":") }
            guard hours(of: &rule) else { return nil }
            skipBlanks()
        }
        let modifier = word()
        var hasModifier = true
        switch modifier {
        case "open": rule.state = .open
        case "off", "closed": rule.state = .closed
        case "unknown": rule.state = .unknown
        case OpeningWord(): hasModifier = false
        default: return nil
        }
        skipBlanks()
        if !hasComment, peek == UInt8(ascii: "\"") {
            guard comment() else { return nil }
            hasComment = true
        }
        // What only a comment explains is open or not, who knows.
        if hasComment, !hasModifier { rule.state = .unknown }
        // Days alone would be open from midnight to midnight: more often the hours are missing.
        guard hasModifier || hasComment || isAlways || !rule.hours.isEmpty else { return nil }
        if rule.state != .open {
            rule.hours = rule.hours.map { OpeningRule.Hours(from: $0.from, to: $0.to, state: rule.state) }
        }
        return rule
    }

    /// A text in quotes.
    private mutating func comment() -> Bool {
        guard accept("\"") else { return false }
        while let byte = peek {
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    private mutating func acceptAlways() -> Bool {
        let start = index
        if number() == 24, accept("/"), number() == 7 { return true }
        index = start
        return false
    }
}
