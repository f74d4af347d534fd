package import GeoCore

/// A surface in OpenStreetMap: a closed way, or a multipolygon or boundary relation assembled from its ways.
package struct Area: Sendable {
    /// A ring of node indices; the first is not repeated at the end, and no two neighbours are equal.
    package typealias Ring = [UInt32]

    /// A connected piece: the inside of `outer` without `holes`.
    ///
    /// Seen from above, `outer` runs counterclockwise and holes run clockwise (RFC 7946, section 3.1.6).
    package struct Polygon: Sendable, Equatable {
        package var outer: Ring
        package var holes: [Ring]

        package init(outer: Ring, holes: [Ring] = []) {
            self.outer = outer
            self.holes = holes
        }
    }

    /// `.way` or `.relation`.
    package let kind: OSMData.ObjectKind
    /// The index of the object in `OSMData.ways` or `OSMData.relations`.
    package let index: Int
    package let id: Int64
    /// The tags of the surface. A multipolygon without own tags takes those of its outer ways, as was usual until 2017.
    package let tags: TagRange
    /// At least one, largest first.
    package let polygons: [Polygon]
    /// Whether every member was present and closed. Of a country cut by the extract's edge, only some islands may
    /// remain.
    package let isWhole: Bool

    package init(
        kind: OSMData.ObjectKind, index: Int, id: Int64, tags: TagRange, polygons: [Polygon], isWhole: Bool = true
    ) {
        self.kind = kind
        self.index = index
        self.id = id
        self.tags = tags
        self.polygons = polygons
        self.isWhole = isWhole
    }

    /// The box around all rings, in E7 degrees.
    package func bounds(in data: OSMData) -> IntBox {
        var box = IntBox.empty
        for polygon in polygons {
            for node in polygon.outer { box.include(data.nodes.points[Int(node)]) }
        }
        return box
    }

    /// Whether `point` lies inside; undefined for a point exactly on a ring.
    package func contains(_ point: PointE7, in data: OSMData) -> Bool {
        polygons.contains { polygon in
            RingGeometry.contains(polygon.outer, point, in: data)
                && !polygon.holes.contains { RingGeometry.contains($0, point, in: data) }
        }
    }
}
