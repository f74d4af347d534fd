/// The parts of an address that replace its street and its number in countries that do not number houses along streets.
///
/// Keys and meanings: wiki.openstreetmap.org/wiki/Key:addr:*, Cs:WikiProject_Czech_Republic/Address_system,
/// Key:addr:block_number, Japan_tagging#Addresses.
struct AddressScheme {
    /// The keys by their meaning.
    enum Part: UInt8, CaseIterable {
        case number, street, place, conscription, streetNumber, provisional, block, lot, quarter, neighbourhood, hamlet
        case suburb, city

        /// The keys in order of precedence.
        var keys: [String] {
            switch self {
            case .number: ["addr:housenumber"]
            case .street: ["addr:street"]
            case .place: ["addr:place"]
            case .conscription: ["addr:conscriptionnumber"]
            case .streetNumber: ["addr:streetnumber"]
            case .provisional: ["addr:provisionalnumber"]
            case .block: ["addr:block_number", "addr:block", "addr:quadra"]
            case .lot: ["addr:lot", "addr:lote", "addr:plot"]
            case .quarter: ["addr:quarter"]
            case .neighbourhood: ["addr:neighbourhood"]
            case .hamlet: ["addr:hamlet"]
            case .suburb: ["addr:suburb"]
            case .city: ["addr:city"]
            }
        }

        /// Whether such a part replaces a missing street or house number.
        var replacesStreetAddress: Bool {
            switch self {
            case .number, .street, .place, .suburb, .city: false
            default: true
            }
        }
    }

    private var parts = [String](repeating: "", count: Part.allCases.count)

    subscript(part: Part) -> String {
        get { parts[Int(part.rawValue)] }
        set { parts[Int(part.rawValue)] = newValue }
    }

    /// The house number: `addr:housenumber` with its block, if there is no street; otherwise the number of the other
    /// parts. Empty for none.
    var number: String {
        let number = ownNumber, block = self[.block]
        guard self[.street].isEmpty || self[.number].isEmpty, !block.isEmpty, !number.isEmpty else { return number }
        let rest = number.dropFirst(block.count)
        let hasBlock = number.hasPrefix(block) && !(rest.first?.isNumber ?? true)
        return hasBlock ? number : "\(block)-\(number)"
    }

    /// In the Czech Republic and Slovakia a house has a number in its village and may have a number in its street:
    /// 87/13.
    private var ownNumber: String {
        let number = self[.number], conscription = self[.conscription], street = self[.streetNumber]
        if !conscription.isEmpty, !street.isEmpty, number.isEmpty || number == conscription || number == street {
            return "\(conscription)/\(street)"
        }
        if !number.isEmpty { return number }
        if !self[.provisional].isEmpty { return "ev.\(self[.provisional])" }
        return [conscription, street, self[.lot]].first { !$0.isEmpty } ?? ""
    }

    /// The name that search uses as the street: the tagged street or place; otherwise the neighbourhood with its
    /// quarter, the hamlet, or the town that numbers blocks or houses. Empty for none.
    var street: String {
        for part in [Part.street, .place] where !self[part].isEmpty { return self[part] }
        let quarter = self[.quarter], neighbourhood = self[.neighbourhood]
        if !quarter.isEmpty || !neighbourhood.isEmpty {
            // Japan's chōme is a number in its quarter.
            let isNumbered = !self[.block].isEmpty || neighbourhood.first?.isNumber ?? false
            guard isNumbered, !quarter.isEmpty, !neighbourhood.contains(quarter) else {
                return neighbourhood.isEmpty ? quarter : neighbourhood
            }
            let hasGaps = quarter.utf8.allSatisfy { $0 < 0x80 }
            return neighbourhood.isEmpty ? quarter : quarter + (hasGaps ? " " : "") + neighbourhood
        }
        if !self[.hamlet].isEmpty { return self[.hamlet] }
        guard [Part.block, .conscription, .provisional].contains(where: { !self[$0].isEmpty }) else { return "" }
        return self[.suburb].isEmpty ? self[.city] : self[.suburb]
    }
}
