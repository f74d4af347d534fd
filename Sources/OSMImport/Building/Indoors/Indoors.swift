/// The things inside the buildings of an extract.
package struct Indoors: Sendable {
    /// `nil` for a place without indoor data.
    let buildings: IndoorBuildings?
    /// Objects whose levels are not understood, or missing.
    let issues: IssueLog
    let names: IndoorNames

    /// The levels that buildings do not have.
    var missingLevels: MissingLevels { buildings?.missingLevels ?? MissingLevels() }

    /// Makes an empty value, for a place without indoor data.
    package init() {
        buildings = nil
        issues = IssueLog()
        names = IndoorNames()
    }

    package init(_ data: OSMData, _ areas: Areas) {
        let found = IndoorFinding(data, areas)
        let buildings = found.isEmpty ? nil : IndoorBuildings(found.things, data, areas)
        self.buildings = buildings
        issues = found.isEmpty ? IssueLog() : found.issues
        names = buildings.map { IndoorNames($0, data) } ?? IndoorNames()
    }
}
