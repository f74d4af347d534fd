/// The parts of an address that stand for its street and its number where people's houses are not numbered along
/// streets.
///
/// Keys and what they mean: wiki.openstreetmap.org/wiki/Key:addr:*, Cs:WikiProject_Czech_Republic/Address_system,
/// Key:addr:block_number, Japan_tagging#Addresses.
struct AddressScheme {
    /// The keys that are read, by what they say.
    enum Part: UInt8, CaseIterable {
        case number, street, place, conscription, streetNumber, provisional, block, lot, quarter, neighbourhood, hamlet
        case suburb, city

        /// The first that an object has counts.
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

        /// Whether such a part stands for a street or a house number that the address has not.
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

    /// The house number: `addr:housenumber` with the block that it is in, where there is no street; else what the other
    /// parts make of it. Empty for none.
    var number: String {
        let number = ownNumber, block = self[.block]
        guard self[.street].isEmpty || self[.number].isEmpty, !block.isEmpty, !number.isEmpty else { return number }
        let rest = number.dropFirst(block.count)
        let hasBlock = number.hasPrefix(block) && !(rest.first?.isNumber ?? true)
        return hasBlock ? number : "\(block)-\(number)"
    }

    /// In the Czech Republic and Slovakia a house has a number of its village and may have one of its street: 87/13.
    private var ownNumber: String {
        let number = self[.number], conscription = self[.conscription], street = self[.streetNumber]
        if !conscription.isEmpty, !street.isEmpty, number.isEmpty || number == conscription || number == street {
            return "\(conscription)/\(street)"
        }
        if !number.isEmpty { return number }
        if !self[.provisional].isEmpty { return "ev.\(self[.provisional])" }
        return [conscription, street, self[.lot]].first { !$0.isEmpty } ?? ""
    }

    /// The name that search takes as the street: the street or the place, where the tags say it; else the neighbourhood
    /// with the quarter that it is in, the hamlet, or the town in which blocks or houses are numbered. Empty for none.
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
