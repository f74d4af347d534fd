/// Parses the rules of opening hours; rejects a value with anything that it does not support.
struct OpeningHoursParser {
    let bytes: [UInt8]
    /// The number of parsed `bytes`.
    var index = 0

    /// Takes a text, and replaces long dashes, wide blanks and wide punctuation by the specification's characters.
    init(_ text: Span<UInt8>) {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            let second = index + 1 < text.count ? text[index + 1] : 0,
                third = index + 2 < text.count ? text[index + 2] : 0
            if let (sign, length) = Self.sign(text[index], second, third) {
                bytes.append(UInt8(ascii: sign))
                index += length
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        self.bytes = bytes
    }

    /// Returns the character that stands for a character of two or three bytes, and the number of these bytes.
    private static func sign(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> (sign: Unicode.Scalar, length: Int)? {
        switch (first, second, third) {
        // U+00A0; U+2000 ... U+200A, U+202F; U+3000
        case (0xc2, 0xa0, _): (" ", 2)
        case (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xaf), (0xe3, 0x80, 0x80): (" ", 3)
        // U+2010 ... U+2015; U+2212; U+301C, U+FF5E, U+FF0D
        case (0xe2, 0x80, 0x90...0x95), (0xe2, 0x88, 0x92), (0xe3, 0x80, 0x9c), (0xef, 0xbd, 0x9e), (0xef, 0xbc, 0x8d):
            ("-", 3)
        // U+FF1A; U+FF0C, U+3001; U+FF1B
        case (0xef, 0xbc, 0x9a): (":", 3)
        case (0xef, 0xbc, 0x8c), (0xe3, 0x80, 0x81): (",", 3)
        case (0xef, 0xbc, 0x9b): (";", 3)
        default: nil
        }
    }

    /// Parses all rules, in groups between `||`.
    mutating func groups() -> [[OpeningRule]]? {
        var groups: [[OpeningRule]] = [], rules: [OpeningRule] = [], joint = OpeningRule.Joint.normal
        while true {
            guard let (rule, isAlways) = rule(joint) else { return nil }
            rules.append(rule)
            if rules.count > 1, joint == .normal, !rule.hasDays, rule.state != .closed || rule.hours.isEmpty {
                // A rule for all days would cancel the rules before it. Nobody intends that, and programs interpret
                // it differently. "24/7 off" is intended.
                if rule.state != .closed, rules.dropLast().allSatisfy({ $0.isException }) {
                    rules[rules.count - 1].isGeneral = true
                } else if !isAlways || rule.state != .closed {
                    return nil
                }
            }
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

    /// Parses a rule, and whether it begins with "24/7".
    private mutating func rule(_ joint: OpeningRule.Joint) -> (OpeningRule, isAlways: Bool)? {
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
        // Only people understand a comment, so the state is unknown.
        if hasComment, !hasModifier { rule.state = .unknown }
        // By the specification, days alone are open from midnight to midnight. More often the hours are missing.
        guard hasModifier || hasComment || isAlways || !rule.hours.isEmpty else { return nil }
        if rule.state != .open {
            for index in rule.hours.indices { rule.hours[index].state = rule.state }
        }
        return (rule, isAlways)
    }

    /// Parses a text in quotes.
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
