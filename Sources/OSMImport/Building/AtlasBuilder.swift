package import Atlas
import GeoCore

/// Builds an atlas from the data of an extract: each engine's sections in a fixed order, then their shared texts, then
/// the atlas's description of itself.
package struct AtlasBuilder {
    private let options: ImportOptions
    private let progress: ImportProgress.Sink

    package init(_ options: ImportOptions = ImportOptions(), progress: @escaping ImportProgress.Sink = { _ in }) {
        self.options = options
        self.progress = progress
    }

    /// The number of sections of most atlases: with another, an output has to move them.
    private static func usualSections(with indoors: Indoors) -> Int { indoors.buildings == nil ? 147 : 170 }

    /// Returns the atlas of `data`; adds to `issues` the objects that the builders could not use. With an `output`, the
    /// sections are there; without one, they are in memory.
    ///
    /// `objects` are the counts for the description, `fileStem` is the input's name without folder and extensions.
    package func build(
        _ data: OSMData, objects: ObjectCounts, fileStem: String, into output: (any AtlasOutput)? = nil,
        issues: inout IssueLog
    ) throws -> AtlasWriter {
        var text = StringInterner()
        let (areas, indoors, roads) = try phase(.roads, output) {
            let areas = Areas(data), indoors = Indoors(data, areas)
            var writer =
                output.map { AtlasWriter(into: $0, expecting: Self.usualSections(with: indoors)) } ?? AtlasWriter()
            try RoadBuilding.build(
                data, rules: options.rules, countries: options.countries, inside: indoors, text: &text, into: &writer,
                issues: &issues)
            return (areas, indoors, writer)
        }
        var writer = roads
        try phase(.places, output) {
            try PlaceBuilding.build(
                data, areas, countries: options.countries, holidays: options.holidays, inside: indoors, text: &text,
                into: &writer)
        }
        issues.add(areas.issues)
        try phase(.features, output) {
            try FeatureBuilding.build(data, areas, text: &text, into: &writer, issues: &issues)
            try IndoorBuilding.build(indoors, data, areas, text: &text, into: &writer, issues: &issues)
        }
        try phase(.text, output) { text.add(to: &writer) }
        let extent = data.extent.isArea ? data.extent : data.bounds
        AtlasInfo(
            name: PlaceName.guess(data, fileStem: fileStem), bounds: data.bounds, extent: extent,
            timestamp: data.timestamp,
            nodes: Int64(objects.nodes), ways: Int64(objects.ways), relations: Int64(objects.relations)
        ).add(to: &writer)
        return writer
    }

    /// Runs a phase; throws also if its sections could not be written. What it no longer needs goes back to the system.
    private func phase<Result>(
        _ phase: ImportProgress.Phase, _ output: (any AtlasOutput)?, _ body: () throws -> Result
    ) throws -> Result {
        progress(ImportProgress(phase, fraction: 0))
        defer { progress(ImportProgress(phase, fraction: 1)) }
        let result = try body()
        FreedMemory.giveBack()
        try output?.check()
        return result
    }
}
