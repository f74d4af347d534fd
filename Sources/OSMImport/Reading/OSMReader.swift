import Atlas
import GeoCore

/// Reads extracts into one `OSMData`.
package enum OSMReader {
    /// Reads the files at `paths` and joins them.
    ///
    /// Throws `ReadError` or `MappedFileError` naming the file, the place in it and the remedy when one cannot be read.
    package static func read(paths: [String]) throws -> Reading {
        var batches: [ObjectBatch] = []
        var bounds = IntBox.empty, areStated = true, timestamp: Int64?
        for path in paths {
            let file = try MappedFile(path: path)
            let content = try unsafe PBFReader(file.bytes, file: path).read()
            bounds.include(content.statedBounds ?? content.nodeBounds())
            areStated = areStated && content.statedBounds != nil
            if let stated = content.timestamp { timestamp = max(stated, timestamp ?? stated) }
            batches += content.batches
        }
        var reading = try join(batches, names: paths)
        reading.data.bounds = bounds
        reading.data.boundsAreStated = areStated
        reading.data.timestamp = timestamp
        return reading
    }

    private static func join(_ batches: consuming [ObjectBatch], names: [String]) throws(ReadError) -> Reading {
        var objects = ObjectCounts()
        for index in batches.indices {
            objects.nodes += batches[index].nodes.ids.count
            objects.ways += batches[index].ways.ids.count
            objects.relations += batches[index].relations.ids.count
        }
        do throws(JoinError) {
            let (data, issues) = try BatchJoiner.join(batches)
            return Reading(data: data, objects: objects, issues: issues)
        } catch {
            throw ReadError(
                file: names.joined(separator: ", "),
                problem: "there are \(error.count) \(error.what), too many for one atlas",
                remedy: "cut out a smaller area with `osmium extract`")
        }
    }
}

/// What came of reading extracts.
package struct Reading: Sendable {
    package internal(set) var data: OSMData
    /// The objects in the inputs: all nodes, also those that nothing needs, and duplicates.
    package let objects: ObjectCounts
    package let issues: IssueLog
}

/// A number for each type of OSM object.
package struct ObjectCounts: Equatable, Sendable {
    package var nodes = 0
    package var ways = 0
    package var relations = 0

    package init(nodes: Int = 0, ways: Int = 0, relations: Int = 0) {
        self.nodes = nodes
        self.ways = ways
        self.relations = relations
    }
}
