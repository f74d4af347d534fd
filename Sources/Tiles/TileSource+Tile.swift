import Atlas
package import GeoCore

extension TileSource {
    /// Returns the bytes of a tile, not compressed: empty without content, `nil` if the zoom is none of the set's.
    ///
    /// The same atlas and tile give the same bytes on every machine.
    package func tile(_ id: TileID, with workspace: inout TileWorkspace) -> [UInt8]? {
        guard id.zoom <= family.maximumZoom, id.zoom >= family.minimumZoom else { return nil }
        let band = family.band(forZoom: id.zoom)
        let features = bands[band], frame = TileFrame(id, family, bandZoom: family.zoom(ofBand: band))
        let zoomInBand = UInt32(truncatingIfNeeded: id.zoom - family.firstZoom(ofBand: band))

        var candidates: [UInt64] = []
        swap(&candidates, &workspace.candidates)  // Swapped out, so that changing it does not copy it.
        candidates.removeAll(keepingCapacity: true)
        features.tree.forEach(in: frame.reach) { index in
            let record = features.items[index]
            if record.isShown(atZoomInBand: zoomInBand) { candidates.append(UInt64(record.rank) << 32 | UInt64(index)) }
        }
        candidates.sort()

        var tile: [UInt8] = [], position = 0
        while position < candidates.count {
            let layer = candidates[position] >> (32 + UInt64(FeatureRecord.orderBits))
            workspace.layer.begin(fieldCount: fields.count, valueCount: values.count)
            while position < candidates.count, candidates[position] >> (32 + UInt64(FeatureRecord.orderBits)) == layer {
                let index = Int(truncatingIfNeeded: candidates[position] & 0xffff_ffff)
                add(index, of: features, in: frame, zoom: id.zoom, &workspace)
                position += 1
            }
            workspace.layer.write(named: layerRecords[Int(truncatingIfNeeded: layer)].name, text, to: &tile)
        }
        workspace.candidates = candidates
        return tile
    }

    private func add(_ index: Int, of band: Band, in frame: TileFrame, zoom: Int, _ workspace: inout TileWorkspace) {
        let record = band.items[index]
        guard let geometry = TileGeometry(rawValue: layerRecords[record.layer].geometry) else { return }
        let grid = band.tree.box(index), box = frame.box(grid)
        guard box.intersects(TileFrame.clip) else { return }
        let isInside =
            TileFrame.clip.contains(x: box.minX, y: box.minY) && TileFrame.clip.contains(x: box.maxX, y: box.maxY)
        let bytes = band.shape(of: index)
        var shape = ShapeReader(band.shapes, from: bytes.lowerBound, to: bytes.upperBound, x: grid.minX, y: grid.minY)
        workspace.commands.removeAll()
        switch geometry {
        case .point: workspace.commands.addPoint(box.minX, box.minY)
        case .line: addLines(&shape, frame, isInside, &workspace)
        case .polygon: addRings(&shape, frame, isInside, &workspace)
        }
        guard !workspace.commands.isEmpty else { return }
        addTags(set: record.set, zoom: zoom, &workspace.layer)
        workspace.layer.addFeature(geometry, workspace.commands)
    }

    private func addTags(set: Int, zoom: Int, _ layer: inout LayerBuffers) {
        layer.beginTags()
        for pair in Int(truncatingIfNeeded: sets[set])..<Int(truncatingIfNeeded: sets[set + 1]) {
            let field = Int(setFields[pair]), value = Int(truncatingIfNeeded: setValues[pair])
            guard fields[field].minimumZoom <= UInt32(zoom) else { continue }
            layer.addTag(field: field, named: fields[field].name, value: value, values[value], text)
        }
    }

    private func addLines(
        _ shape: inout ShapeReader, _ frame: TileFrame, _ isInside: Bool, _ workspace: inout TileWorkspace
    ) {
        while !shape.isAtEnd {
            let sides = workspace.line.read(shape.number(), from: &shape, frame, isInside: isInside)
            guard workspace.line.count >= 2, sides.all.isEmpty else { continue }
            guard !sides.any.isEmpty else {
                workspace.commands.addLine(workspace.line, 0..<workspace.line.count)
                continue
            }
            LineClipping.clip(
                workspace.line, to: TileFrame.clip, into: &workspace.parts, counts: &workspace.partCounts)
            var first = 0
            for part in workspace.partCounts.indices {
                let count = workspace.partCounts[part]
                workspace.commands.addLine(workspace.parts, first..<(first + count))
                first += count
            }
        }
    }

    private func addRings(
        _ shape: inout ShapeReader, _ frame: TileFrame, _ isInside: Bool, _ workspace: inout TileWorkspace
    ) {
        var hasOuterRing = false, isCut = false, isFirst = true, areApart = false
        workspace.rings.removeAll()
        while !shape.isAtEnd {
            let header = shape.number(), isHole = header & 1 == 1 && !isFirst
            if isFirst { areApart = header & 1 == 1 }
            isFirst = false
            let sides = workspace.line.read(header >> 1, from: &shape, frame, isInside: isInside)
            if isHole && !hasOuterRing { continue }
            var doubledArea: Int64 = 0
            if sides.all.isEmpty {
                if !sides.any.isEmpty {
                    RingClipping.clip(&workspace.line, to: TileFrame.clip, at: sides.any, spare: &workspace.spare)
                }
                doubledArea = RingClipping.clean(workspace.line, into: &workspace.spare)
            }
            let isWell = isHole ? doubledArea < 0 : doubledArea > 0
            if !isHole { hasOuterRing = isWell }
            guard isWell else { continue }
            if isInside {
                workspace.commands.addRing(workspace.spare)
            } else {
                if !sides.any.isEmpty { isCut = true }
                workspace.rings.add(workspace.spare, isHole: isHole)
            }
        }
        // The whole polygon is valid at this zoom, because the import ensured that. Clipping rounds and joins bays.
        guard workspace.rings.count > 0 else { return }
        if isCut { workspace.mending.mend(&workspace.rings, cutAt: TileFrame.clip, areApart) }
        workspace.commands.addRings(workspace.rings)
    }
}

extension Vertices {
    /// Replaces all points by the next `count` of a shape, in the units of a tile.
    ///
    /// Returns the sides of the tile that any point lies beyond, and those that all do. Of three consecutive points
    /// beyond one side it leaves out the middle one, which changes nothing inside.
    @inline(__always)
    fileprivate mutating func read(
        _ count: UInt32, from shape: inout ShapeReader, _ frame: TileFrame, isInside: Bool
    ) -> (any: Sides, all: Sides) {
        // A vertex takes at least two bytes.
        let count = min(Int(count), shape.remaining)
        guard !isInside else {
            refill(capacity: count) { output in
                // A local copy: changes in place would be written to memory at every step.
                var reader = shape
                for _ in 0..<count {
                    reader.advance()
                    let point = GridPoint(x: frame.x(reader.x), y: frame.y(reader.y))
                    if output.isEmpty || output.last != point { output.append(point) }
                }
                shape = reader
            }
            return ([], [])
        }
        var ofAny: Sides = [], ofAll = Sides.all
        refill(capacity: count) { output in
            var reader = shape, before: Sides = [], last: Sides = [], any: Sides = [], all = Sides.all
            for _ in 0..<count {
                reader.advance()
                let point = GridPoint(x: frame.x(reader.x), y: frame.y(reader.y))
                if !output.isEmpty && output.last == point { continue }
                let sides = TileFrame.clip.sides(beyondWhich: point)
                any.formUnion(sides)
                all.formIntersection(sides)
                if before.intersection(last).isDisjoint(with: sides) {
                    before = last
                } else {
                    _ = output.removeLast()
                }
                last = sides
                output.append(point)
            }
            shape = reader
            (ofAny, ofAll) = (any, all)
        }
        return (ofAny, ofAll)
    }
}
