/// The two-letter codes of countries and territories: ISO 3166-1 alpha-2.
package enum CountryCodes {
    /// All codes that ISO has assigned, and `XK` for Kosovo: ISO leaves that code to its users, and maps use it.
    private static var all: StaticString {
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
        BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI
        FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN
        IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME
        MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF
        PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
        SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK
        YE YT ZA ZM ZW
        """
    }

    /// The countries where people drive on the left (wiki.openstreetmap.org/wiki/Key:driving_side,
    /// en.wikipedia.org/wiki/Left-_and_right-hand_traffic).
    private static var drivingOnLeft: StaticString {
        """
        AG AI AU BB BD BM BN BS BT BW CC CK CX CY DM FJ FK GB GD GG GS GY HK HM ID IE IM IN JE JM JP KE KI KN KY
        LC LK LS MO MS MT MU MV MW MY MZ NA NF NP NR NU NZ PG PK PN SB SC SG SH SR SZ TC TH TK TL TO TT TV TZ UG
        VC VG VI WS ZA ZM ZW
        """
    }

    /// Returns the country code of two letters in capitals; `nil` for anything else.
    ///
    /// `UK` and `EL` count as `GB` and `GR`: the European Union uses them, and so do some mappers.
    package static func code(_ text: String) -> String? {
        code([UInt8](text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the same for a text in UTF-8.
    static func code(_ text: [UInt8]) -> [UInt8]? {
        guard text.count == 2, text.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) }) else { return nil }
        let capitals = text.map { $0 & ~0x20 }
        switch (capitals[0], capitals[1]) {
        case (UInt8(ascii: "U"), UInt8(ascii: "K")): return [UInt8]("GB".utf8)
        case (UInt8(ascii: "E"), UInt8(ascii: "L")): return [UInt8]("GR".utf8)
        default: return assigned.contains(capitals) ? capitals : nil
        }
    }

    /// Whether people drive on the left in a country, given by its code in capitals.
    package static func driveOnLeft(in code: String) -> Bool { onLeft.contains([UInt8](code.utf8)) }

    private static let assigned = CodeSet(all), onLeft = CodeSet(drivingOnLeft)

    /// A set of two-letter codes, indexed by 26 times the first letter plus the second.
    private struct CodeSet {
        private var has = [Bool](repeating: false, count: 26 * 26)

        /// Makes the set of a list whose codes are separated by one character.
        init(_ list: StaticString) {
            // The literal's own bytes.
            for code in list.withUTF8Buffer({ unsafe [UInt8]($0) }).split(whereSeparator: { !Self.isCapital($0) }) {
                has[Self.index([UInt8](code))] = true
            }
        }

        func contains(_ code: [UInt8]) -> Bool {
            code.count == 2 && code.allSatisfy(Self.isCapital) && has[Self.index(code)]
        }

        private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }
        private static func index(_ code: [UInt8]) -> Int { Int(code[0] - 0x41) * 26 + Int(code[1] - 0x41) }
    }
}
