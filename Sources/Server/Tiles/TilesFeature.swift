import TileArchives

extension Routes {
    /// Adds tiles, styles and everything else that programs need to draw the map, also without a network. Throws when
    /// it cannot use the page's styles.
    mutating func addTilesFeature(_ parts: ServerParts) throws {
        let (folder, workers, packers) = (parts.settings.webFolder, parts.workers, parts.packers)
        addTiles(parts.engines, version: parts.version, features: parts.features)
        addTileArchive(parts.engines, cacheFolder: parts.settings.cacheFolder)
        addImagery(parts.imagery, parts.engines.atlas)
        addPacks(parts.atlas, workers)
        addMap(
            parts.atlas,
            styles: try folder.map {
                try StyleSheets(webFolder: $0, picturesCredit: parts.imagery?.description.credit)
            },
            glyphs: GlyphSets(webFolder: folder, workers: workers, packers: packers),
            sprites: Sprites(webFolder: folder, packers: packers))
    }
}
