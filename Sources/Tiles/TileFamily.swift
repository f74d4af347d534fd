import Atlas

/// A set of tiles with its own layers and zooms.
package enum TileFamily: Sendable {
    /// The map: the `tiles.*` sections, zooms 0 to 14.
    case map
    /// The inside of buildings, level by level: the `indoor.*` sections, zooms 17 to 19. An atlas of a place without
    /// indoor data lacks them.
    ///
    /// Its one band has the grid of zoom 19, whose origin is the middle of the world: so positions fit in 32 bits. The
    /// sections are like those of the map (`TileFormat`), with the names `indoor.layers`, `indoor.fields`,
    /// `indoor.values`, `indoor.sets`, `indoor.setfields`, `indoor.setvalues`, `indoor.boxes`, `indoor.items` and
    /// `indoor.shapes`.
    case indoor

    /// The shallowest zoom with tiles.
    package var minimumZoom: Int { self == .map ? 0 : 17 }
    /// The deepest zoom with tiles; clients magnify beyond it.
    package var maximumZoom: Int { self == .map ? TileFormat.maximumZoom : 19 }

    package var bandCount: Int { self == .map ? TileFormat.bandZooms.count : 1 }

    /// Returns the deepest zoom that `band` serves.
    package func zoom(ofBand band: Int) -> Int { self == .map ? TileFormat.bandZooms[band] : maximumZoom }

    /// Returns the shallowest zoom that `band` serves.
    package func firstZoom(ofBand band: Int) -> Int {
        self == .map ? TileFormat.firstZoom(ofBand: band) : minimumZoom
    }

    /// Returns the band that serves `zoom`, one of the set's zooms.
    func band(forZoom zoom: Int) -> Int { self == .map ? TileFormat.band(forZoom: zoom) : 0 }

    /// Returns the position of the world's north-west corner on the grid of `zoom`, the same in x and y.
    func corner(atZoom zoom: Int) -> Int32 {
        self == .map ? 0 : -(1 << Int32(zoom + TileFormat.extentBits - 1))
    }

    /// Returns the grid positions of the world in x and y, for `band`.
    func side(ofBand band: Int) -> ClosedRange<Int32> {
        guard self == .map else {
            let corner = corner(atZoom: maximumZoom)
            return corner...(-corner)
        }
        return 0...(1 << Int32(TileFormat.bandZooms[band] + TileFormat.extentBits))
    }

    var layers: SectionID { self == .map ? TileFormat.layers : "indoor.layers" }
    var fields: SectionID { self == .map ? TileFormat.fields : "indoor.fields" }
    var values: SectionID { self == .map ? TileFormat.values : "indoor.values" }
    var sets: SectionID { self == .map ? TileFormat.sets : "indoor.sets" }
    var setFields: SectionID { self == .map ? TileFormat.setFields : "indoor.setfields" }
    var setValues: SectionID { self == .map ? TileFormat.setValues : "indoor.setvalues" }
    func boxes(ofBand band: Int) -> SectionID { self == .map ? TileFormat.boxes(ofBand: band) : "indoor.boxes" }
    func items(ofBand band: Int) -> SectionID { self == .map ? TileFormat.items(ofBand: band) : "indoor.items" }
    func shapes(ofBand band: Int) -> SectionID { self == .map ? TileFormat.shapes(ofBand: band) : "indoor.shapes" }
}
