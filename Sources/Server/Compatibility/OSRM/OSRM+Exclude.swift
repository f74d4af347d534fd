import Atlas
import HereaboutsAPI
import Routing

extension Engines {
    /// Returns the current atlas without the streets that a request excludes.
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
    /// For an atlas whose hierarchy cannot exclude the streets: no importer makes such an atlas.
    fileprivate static var unavoidable: Self {
        Self(.disabledDataset, "This atlas cannot answer without the excluded streets; import the extract again.")
    }
}

extension OSRMCommonFields {
    /// Returns the excluded classes of streets; throws for classes that the profile does not have.
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
