import GeoCore

extension BlockDecoder {
    /// Reads one `Node`.
    mutating func readNode(_ message: WireReader, _ scale: CoordinateScale) throws(WireError) {
        var message = message
        var readID: Int64?, latitude: Int64 = 0, longitude: Int64 = 0
        var keys = WireReader.empty, values = WireReader.empty
        while let field = try message.field() {
            switch field.number {
            case 1: readID = WireReader.signed(try message.number(field))
            case 2: try message.column(field, into: &keys)
            case 3: try message.column(field, into: &values)
            case 8: latitude = WireReader.signed(try message.number(field))
            case 9: longitude = WireReader.signed(try message.number(field))
            default: try message.skip(field)
            }
        }
        guard let id = readID else { throw message.error(.missingID) }
        let point = scale.point(latitude: latitude, longitude: longitude)
        let tags = try readTags(keys, values)
        objects.addNode(id, at: point, tags)
    }

    /// Reads `DenseNodes`: columns of differences, one element for each node.
    mutating func readDenseNodes(_ message: WireReader, _ scale: CoordinateScale) throws(WireError) {
        var columns = try DenseColumns(message)
        let first = objects.nodes.ids.count
        // Sums wrap: the range check refuses values too large for a coordinate, and a value too large for an id is
        // another id.
        try columns.ids.readIDs(into: &objects.nodes.ids)
        let outside = try columns.readPoints(scale, into: &objects.nodes.points)
        if !columns.tags.isAtEnd {
            let end = objects.nodes.ids.count
            var node = first
            while node < end {
                if end - node >= 8, columns.tags.skipEightZeros() {
                    node += 8
                    continue
                }
                let tags = try readDenseTags(&columns.tags)
                if tags.count > 0 { objects.tagNode(node, tags) }
                node += 1
            }
        }
        guard columns.areAtEnd, objects.nodes.ids.count == objects.nodes.points.count else {
            throw columns.latitudes.error(.unequalColumns)
        }
        if !outside.isEmpty { objects.removeNodesOutside(outside) }
    }

    /// Reads one node's tags: key, value, key, value, … 0.
    @inline(__always)
    private mutating func readDenseTags(_ column: inout WireReader) throws(WireError) -> TagRange {
        let start = UInt32(objects.pairs.count)
        while true {
            let key = try column.varint()
            if key == 0 { return TagRange(start: start, count: UInt32(objects.pairs.count) - start) }
            let keyText = try text(key, in: column)
            objects.pairs.append(TagTable.Pair(key: keyText, value: try text(try column.varint(), in: column)))
        }
    }
}

/// The columns of a `DenseNodes` message. A block without tags leaves their column out.
private struct DenseColumns {
    var ids = WireReader.empty
    var latitudes = WireReader.empty
    var longitudes = WireReader.empty
    var tags = WireReader.empty

    init(_ message: WireReader) throws(WireError) {
        var message = message
        while let field = try message.field() {
            switch field.number {
            case 1: try message.column(field, into: &ids)
            case 8: try message.column(field, into: &latitudes)
            case 9: try message.column(field, into: &longitudes)
            case 10: try message.column(field, into: &tags)
            default: try message.skip(field)
            }
        }
    }

    /// Reads and appends all points; returns the indices in `points` of those that are not on Earth, ascending.
    mutating func readPoints(
        _ scale: CoordinateScale, into points: inout BlockColumn<PointE7>
    ) throws(WireError) -> [Int] {
        let first = points.count
        if scale.isIdentity {
            var latitudes = latitudes, longitudes = longitudes
            if try WireReader.readPoints(&latitudes, &longitudes, into: &points) {
                (self.latitudes, self.longitudes) = (latitudes, longitudes)
                return []
            }
            points.removeLast(points.count - first)
        }
        var outside: [Int] = [], latitude: Int64 = 0, longitude: Int64 = 0
        while !latitudes.isAtEnd {
            latitude &+= WireReader.signed(try latitudes.varint())
            longitude &+= WireReader.signed(try longitudes.varint())
            let point = scale.point(latitude: latitude, longitude: longitude)
            if point == nil { outside.append(points.count) }
            points.append(point ?? PointE7(latitudeE7: 0, longitudeE7: 0))
        }
        return outside
    }

    var areAtEnd: Bool {
        ids.isAtEnd && latitudes.isAtEnd && longitudes.isAtEnd && tags.isAtEnd
    }
}
