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

    /// Returns the atlas of `data`; adds to `issues` the objects that the builders could not use.
    ///
    /// `objects` are the counts for the description, `fileStem` is the input's name without folder and extensions.
    package func build(
        _ data: OSMData, objects: ObjectCounts, fileStem: String, issues: inout IssueLog
    ) throws -> AtlasWriter {
        var writer = AtlasWriter(), text = StringInterner()
        let (areas, indoors) = try phase(.roads) {
            let areas = Areas(data), indoors = Indoors(data, areas)
            try RoadBuilding.build(
                data, rules: options.rules, countries: options.countries, inside: indoors, text: &text, into: &writer,
                issues: &issues)
            return (areas, indoors)
        }
        try phase(.places) {
            try PlaceBuilding.build(
                data, areas, countries: options.countries, holidays: options.holidays, inside: indoors, text: &text,
                into: &writer)
        }
        issues.add(areas.issues)
        try phase(.features) {
            try FeatureBuilding.build(data, areas, text: &text, into: &writer, issues: &issues)
            try IndoorBuilding.build(indoors, data, areas, text: &text, into: &writer, issues: &issues)
        }
        phase(.text) { text.add(to: &writer) }
        let extent = data.extent.isArea ? data.extent : data.bounds
        AtlasInfo(
            name: PlaceName.guess(data, fileStem: fileStem), bounds: data.bounds, extent: extent,
            timestamp: data.timestamp,
            nodes: Int64(objects.nodes), ways: Int64(objects.ways), relations: Int64(objects.relations)
        ).add(to: &writer)
        return writer
    }

    private func phase<Result>(_ phase: ImportProgress.Phase, _ body: () throws -> Result) rethrows -> Result {
        progress(ImportProgress(phase, fraction: 0))
        defer { progress(ImportProgress(phase, fraction: 1)) }
        return try body()
    }
}
