#if arch(wasm32)
    import Atlas
    import GeoCore
    import Tiles

    // The functions that the browser calls. Each export unpacks numbers and text, asks an engine and stores the answer
    // in the session.
    //
    // A session is the address that `open` returns. A question returns the answer's length in bytes, negative for an
    // error; `answer` returns the address of the bytes, valid until the next question. Memory for the atlas and for
    // text comes from `allocate` (CWasmSupport). There is no state outside sessions.

    /// Opens an atlas whose bytes the loader has put at `bytes` and keeps there.
    @_expose(wasm, "open")
    @c public func open(_ bytes: UnsafeRawPointer, _ count: UInt32) -> UnsafeMutableRawPointer {
        let session = UnsafeMutablePointer<Session>.allocate(capacity: 1)
        unsafe session.initialize(to: Session(bytes: UnsafeRawBufferPointer(start: bytes, count: Int(clamping: count))))
        return UnsafeMutableRawPointer(session)
    }

    /// Returns the address of the latest answer.
    @_expose(wasm, "answer")
    @c public func answer(_ session: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
        // The array is neither moved nor freed before the next question.
        unsafe session.assumingMemoryBound(to: Session.self).pointee.answer.withUnsafeBytes { $0.baseAddress }
    }

    /// Answers with a description of the atlas; see `AtlasInfo.json`.
    @_expose(wasm, "about")
    @c public func about(_ session: UnsafeMutableRawPointer) -> Int32 {
        unsafe ask(session) { engines, _ throws(Refusal) in engines.info.json(engines.atlas) }
    }

    /// Answers with a vector tile, not compressed; no bytes if the map has nothing there.
    @_expose(wasm, "tile")
    @c public func tile(_ session: UnsafeMutableRawPointer, _ zoom: Int32, _ x: Int32, _ y: Int32) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            guard let tile = TileID(zoom: Int(zoom), x: Int(x), y: Int(y)) else {
                throw Refusal(code: "invalid_parameter", message: "there is no such tile")
            }
            return engines.tiles.tile(tile, with: &workspaces.tiles) ?? []
        }
    }

    /// Answers with a vector tile of the inside of buildings, zooms 17 to 19; no bytes if the map has nothing there.
    @_expose(wasm, "indoor_tile")
    @c public func indoorTile(_ session: UnsafeMutableRawPointer, _ zoom: Int32, _ x: Int32, _ y: Int32) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            guard let tile = TileID(zoom: Int(zoom), x: Int(x), y: Int(y)) else {
                throw Refusal(code: "invalid_parameter", message: "there is no such tile")
            }
            return engines.indoorTiles?.tile(tile, with: &workspaces.tiles) ?? []
        }
    }
#endif
