import Atlas

/// Gives addresses the street and the number that their own `addr:street` and `addr:housenumber` do not say: those of a
/// relation, or what stands for them where houses are not numbered along streets (`AddressSchemes`).
struct AddressCompletion: Sendable {
    private let schemes: AddressSchemes
    private let associated: AssociatedStreets

    /// `data` has the texts of `schemes` behind the strings that they were found with.
    init(_ schemes: AddressSchemes, _ data: OSMData, _ context: PlaceContext) {
        self.schemes = schemes
        associated = AssociatedStreets(data, context)
    }

    /// Whether an object's number may be one of the nearest street: nothing says that its house is numbered otherwise.
    func mayBeOnNearestStreet(_ ref: PlaceRef) -> Bool { !schemes.unplaced.contains(ref) }

    /// Completes what an object's tags say.
    func complete(_ facts: inout PlaceFacts, of kind: PlaceRef.Kind, _ id: Int64) {
        associated.complete(&facts, of: kind, id)
        guard !schemes.entries.isEmpty, let ref = PlaceRef(kind, id), let entry = schemes.entries[ref] else { return }
        if entry.number != PlaceFacts.none { facts.supply(entry.number, as: .houseNumber) }
        if entry.street != PlaceFacts.none, !facts.has(.street), !facts.has(.placeName) {
            facts.supply(entry.street, as: .placeName)
        }
    }
}
