extension BlockDecoder {
    /// Reads one `Way`. Coordinates that some tools add to ways (`LocationsOnWays`) are left: nodes have them too.
    mutating func readWay(_ message: WireReader) throws(WireError) {
        var message = message
        var readID: Int64?
        var keys = WireReader.empty, values = WireReader.empty, refs = WireReader.empty
        while let field = try message.field() {
            switch field.number {
            case 1: readID = Int64(bitPattern: try message.number(field))
            case 2: try message.column(field, into: &keys)
            case 3: try message.column(field, into: &values)
            case 8: try message.column(field, into: &refs)
            default: try message.skip(field)
            }
        }
        guard let id = readID else { throw message.error(.missingID) }
        try refs.readSums(into: &objects.ways.refs)
        objects.ways.add(id, try readTags(keys, values))
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
