import Atlas

/// Completes addresses whose own `addr:street` and `addr:housenumber` lack the street or the number: from a relation,
/// or from other tags where houses are not numbered along streets (`AddressSchemes`).
struct AddressCompletion: Sendable {
    private let schemes: AddressSchemes
    private let associated: AssociatedStreets

    /// `data` must have the texts of `schemes` after the strings that the schemes were made with.
    init(_ schemes: AddressSchemes, _ data: OSMData, _ context: PlaceContext) {
        self.schemes = schemes
        associated = AssociatedStreets(data, context)
    }

    /// Whether an object's number may belong to the nearest street: no tag says that its house is numbered otherwise.
    func mayBeOnNearestStreet(_ ref: PlaceRef) -> Bool { !schemes.unplaced.contains(ref) }

    /// Completes the facts of an object's tags.
    func complete(_ facts: inout PlaceFacts, of kind: PlaceRef.Kind, _ id: Int64) {
        associated.complete(&facts, of: kind, id)
        guard !schemes.entries.isEmpty, let ref = PlaceRef(kind, id), let entry = schemes.entries[ref] else { return }
        if entry.number != PlaceFacts.none { facts.supply(entry.number, as: .houseNumber) }
        if entry.street != PlaceFacts.none, !facts.has(.street), !facts.has(.placeName) {
            facts.supply(entry.street, as: .placeName)
        }
    }
}
