import Atlas
import GeoCore

/// Reads extracts into one `OSMData`.
package enum OSMReader {
    /// Reads the files at `paths`, of any supported format, and joins them. If they overlap, the file named last
    /// counts. `names` are their names in errors, if not the paths.
    ///
    /// Throws `ReadError` or `MappedFileError`, with the file, the place in it and the remedy, if one cannot be read;
    /// and `ReadError` before reading any if `memory` is too small. With `region` it reads only what belongs there, and
    /// throws `ReadError` if no node lies in it; of XML, it reads everything first.
    package static func read(
        paths: [String], named names: [String]? = nil, within region: Region? = nil,
        memory: MemoryBudget = .unlimited, progress: @escaping ImportProgress.Sink = { _ in }
    ) throws -> Reading {
        let files = try paths.map { try MappedFile(path: $0) }
        return try withExtendedLifetime(files) {
            let inputs = try zip(files, names ?? paths).map { file, name in
                unsafe try InputFile(file.bytes, name: name)
            }
            return try read(inputs, within: region, memory: memory, progress: progress)
        }
    }

    /// Reads every object of the file at `path` and keeps none; throws the same errors as `read`. Only XML uses
    /// `memory`.
    package static func count(
        path: String, memory: @autoclosure () -> MemoryBudget = .unlimited
    ) throws -> ObjectCounts {
        let file = try MappedFile(path: path)
        return try withExtendedLifetime(file) {
            try unsafe InputFile(file.bytes, name: path).count(memory: memory)
        }
    }

    /// Reads one extract from memory; `name` is its name in errors.
    package static func read(
        bytes: [UInt8], name: String, within region: Region? = nil, memory: MemoryBudget = .unlimited
    ) throws(ReadError) -> Reading {
        let result = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(ReadError) in
                unsafe try read([InputFile(bytes, name: name)], within: region, memory: memory) { _ in }
            }
        }
        return try result.get()
    }

    private static func read(
        _ inputs: [InputFile], within region: Region?, memory: MemoryBudget, progress: @escaping ImportProgress.Sink
    ) throws(ReadError) -> Reading {
        var contents = JoinedInputs(region), share = 1.0
        if let region {
            let whole = inputs.filter(\.isReadWhole)
            if !whole.isEmpty { try memory.check(whole) }
            var cut: [CutInput] = []
            for input in inputs { cut.append(try input.cut(memory: memory)) }
            var reading = RegionReading(cut, names: inputs.map(\.name), within: region) {
                progress(ImportProgress(.read, fraction: $0))
            }
            let part = try reading.read { (share) throws(ReadError) in try memory.check(inputs, share: share) }
            for content in part.contents { contents.add(content) }
            share = part.share
        } else {
            try memory.check(inputs)
            try read(inputs, memory, into: &contents, progress)
        }
        progress(ImportProgress(.join, fraction: 0))
        let reading = try contents.join(names: inputs.map(\.name))
        try memory.check(inputs, share: share, streetEdges: StreetEdges.count(in: reading.data))
        progress(ImportProgress(.join, fraction: 1))
        return reading
    }

    /// Reads all objects of the inputs.
    private static func read(
        _ inputs: [InputFile], _ memory: MemoryBudget, into contents: inout JoinedInputs,
        _ progress: ImportProgress.Sink
    ) throws(ReadError) {
        let total = Double(max(1, inputs.reduce(0) { $0 + $1.size }))
        var bytesDone = 0
        for input in inputs {
            let base = bytesDone
            contents.add(
                try input.read(memory: memory) { bytes in
                    progress(ImportProgress(.read, fraction: Double(base + bytes) / total, bytes: base + bytes))
                })
            bytesDone += input.size
        }
    }
}

/// The result of reading extracts.
package struct Reading: Sendable {
    package internal(set) var data: OSMData
    /// The objects in the inputs: all of them, including unneeded nodes and duplicates.
    package let objects: ObjectCounts
    package let issues: IssueLog
}

/// A number for each type of OSM object.
package struct ObjectCounts: Equatable, Sendable, Codable {
    package var nodes = 0
    package var ways = 0
    package var relations = 0

    package init(nodes: Int = 0, ways: Int = 0, relations: Int = 0) {
        self.nodes = nodes
        self.ways = ways
        self.relations = relations
    }

    package var total: Int { nodes + ways + relations }

    static func += (counts: inout ObjectCounts, more: ObjectCounts) {
        counts.nodes += more.nodes
        counts.ways += more.ways
        counts.relations += more.relations
    }
}

/// The inputs read so far, before they become one `Reading`.
private struct JoinedInputs {
    private var batches: [ObjectBatch] = []
    private var objects = ObjectCounts()
    /// The area in headers, if any, and the area of the data.
    private var stated = IntBox.empty
    private var extent = IntBox.empty
    private var areStated = true
    private var timestamp: Int64?
    /// The region to which the inputs were cut, whatever they state.
    private let region: Region?

    init(_ region: Region?) { self.region = region }

    /// The minimum share of nodes in a header's box. An extract of a shore may include the whole lake, most of it
    /// outside.
    private static let leastShareInHeader = 0.01

    mutating func add(_ input: InputContent) {
        let read = input.nodeBounds()
        extent.unite(read)
        stated.unite(input.statedBounds ?? read)
        areStated = areStated && input.statedBounds != nil
        if let state = input.timestamp { timestamp = max(state, timestamp ?? state) }
        for batch in input.batches { objects += batch.counts }
        batches += input.batches
    }

    /// Joins the inputs. The operator's region counts wherever the nodes are: a lake around it may have most of them.
    mutating func join(names: [String]) throws(ReadError) -> Reading {
        do throws(JoinError) {
            var (data, issues) = try BatchJoiner.join(&batches)
            data.extent = extent
            // A header with the area of another place would put this one outside the map.
            let stated = region?.box ?? stated
            let headerHoldsNodes =
                region != nil || NodeExtent.share(of: data.nodes.points, in: stated) >= Self.leastShareInHeader
            data.bounds = headerHoldsNodes ? stated.common(with: extent) ?? stated : extent
            data.boundsAreStated = (region != nil || areStated) && headerHoldsNodes
            if headerHoldsNodes { data.statedBounds = stated }
            data.timestamp = timestamp
            data.region = region
            try data.cutAtAntimeridian(&issues)
            return Reading(data: data, objects: objects, issues: issues)
        } catch {
            throw ReadError(
                file: names.joined(separator: ", "),
                problem: "there are \(error.count) \(error.what), too many for one atlas",
                remedy: "import a part of it with --within")
        }
    }
}
