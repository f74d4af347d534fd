import GeoCore

extension BlockDecoder {
    /// Reads one `Way`. Some tools add the locations of its nodes (`LocationsOnWays`), because they leave out nodes
    /// without tags.
    mutating func readWay(_ message: WireReader, _ scale: CoordinateScale) throws(WireError) {
        var message = message
        var readID: Int64?
        var keys = WireReader.empty, values = WireReader.empty, refs = WireReader.empty
        var latitudes = WireReader.empty, longitudes = WireReader.empty
        while let field = try message.field() {
            switch field.number {
            case 1: readID = Int64(bitPattern: try message.number(field))
            case 2: try message.column(field, into: &keys)
            case 3: try message.column(field, into: &values)
            case 8: try message.column(field, into: &refs)
            case 9: try message.column(field, into: &latitudes)
            case 10: try message.column(field, into: &longitudes)
            default: try message.skip(field)
            }
        }
        guard let id = readID else { throw message.error(.missingID) }
        let firstRef = objects.ways.refs.count
        try refs.readSums(into: &objects.ways.refs)
        if !latitudes.isAtEnd || !longitudes.isAtEnd { try readLocations(latitudes, longitudes, from: firstRef, scale) }
        objects.ways.add(id, try readTags(keys, values))
    }

    /// Reads the locations of the nodes of the way whose refs begin at `firstRef`. A location that is not on Earth is a
    /// node that the tool did not know.
    private mutating func readLocations(
        _ latitudes: WireReader, _ longitudes: WireReader, from firstRef: Int, _ scale: CoordinateScale
    ) throws(WireError) {
        var latitudes = latitudes, longitudes = longitudes, latitude: Int64 = 0, longitude: Int64 = 0
        for position in firstRef..<objects.ways.refs.count {
            guard !latitudes.isAtEnd, !longitudes.isAtEnd else { throw latitudes.error(.unequalColumns) }
            latitude &+= WireReader.signed(try latitudes.varint())
            longitude &+= WireReader.signed(try longitudes.varint())
            guard let point = scale.point(latitude: latitude, longitude: longitude) else { continue }
            objects.located.ids.append(objects.ways.refs[position])
            objects.located.points.append(point)
        }
        guard latitudes.isAtEnd, longitudes.isAtEnd else { throw latitudes.error(.unequalColumns) }
    }

    /// Reads one `Relation`.
    mutating func readRelation(_ message: WireReader) throws(WireError) {
        var message = message
        var readID: Int64?
        var keys = WireReader.empty, values = WireReader.empty
        var roles = WireReader.empty, members = WireReader.empty, kinds = WireReader.empty
        while let field = try message.field() {
            switch field.number {
            case 1: readID = Int64(bitPattern: try message.number(field))
            case 2: try message.column(field, into: &keys)
            case 3: try message.column(field, into: &values)
            case 8: try message.column(field, into: &roles)
            case 9: try message.column(field, into: &members)
            case 10: try message.column(field, into: &kinds)
            default: try message.skip(field)
            }
        }
        guard let id = readID else { throw message.error(.missingID) }
        var member: Int64 = 0
        while !members.isAtEnd {
            member &+= WireReader.signed(try members.varint())
            guard let kind = OSMData.ObjectKind(rawValue: UInt8(clamping: try kinds.varint())) else {
                throw kinds.error(.badMemberType)
            }
            let role = try text(try roles.varint(), in: roles)
            objects.relations.members.append(OSMData.Member(kind: kind, id: member, role: role))
        }
        guard roles.isAtEnd, kinds.isAtEnd else { throw members.error(.unequalColumns) }
        objects.relations.add(id, try readTags(keys, values))
    }
}
