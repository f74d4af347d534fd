import Atlas
import HereaboutsAPI
import Routing

extension Engines {
    /// The atlas of the moment without the streets that a request leaves out.
    func generation(_ request: OSRMCommonFields, _ profile: Profile) async throws -> AtlasGeneration {
        let classes = try request.excludedClasses(by: profile)
        do {
            return try await atlas.current.avoiding(classes, profile, workers)
        } catch let error as AtlasError where error == HierarchySections.Order(profile).tooInterwoven {
            throw OSRM.Refusal.unavoidable
        }
    }
}

extension OSRM.Refusal {
    /// For streets that an atlas's order does not let be left out: no importer makes such a one.
    fileprivate static var unavoidable: Self {
        Self(.disabledDataset, "This atlas cannot answer without the excluded streets; import the extract again.")
    }
}

extension OSRMCommonFields {
    /// The classes of streets that are left out; throws for those that the profile does not know.
    fileprivate func excludedClasses(by profile: Profile) throws(OSRM.Refusal) -> StreetClasses {
        guard let exclude else { return [] }
        var excluded: StreetClasses = []
        for name in exclude.split(separator: ",", omittingEmptySubsequences: false) {
            guard !name.isEmpty else { throw OSRM.unreadable("exclude") }
            guard let named = StreetClasses(name: name), StreetClasses.avoidable(by: profile).contains(named) else {
                throw OSRM.Refusal(.invalidValue, "Exclude flag combination is not supported.")
            }
            excluded.formUnion(named)
        }
        return excluded
    }
}
