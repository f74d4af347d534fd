#if arch(wasm32)
    import Atlas
    import GeoCore

    // What the browser calls: each export unpacks numbers and bytes, asks an engine, keeps the answer in the session.
    //
    // A session is the address that `open` gives. A question returns the answer's length in bytes, negative for an error;
    // `answer` says where the bytes are, until the next question. Memory for arguments comes from `allocate`
    // (CWasmSupport). There is no state outside sessions.

    /// Opens an atlas whose bytes the loader has put at `bytes`, memory from `allocate` that now belongs to the session.
    @_expose(wasm, "open")
    @c public func open(_ bytes: UnsafeMutableRawPointer, _ count: UInt32) -> UnsafeMutableRawPointer {
        let session = UnsafeMutablePointer<Session>.allocate(capacity: 1)
        unsafe session.initialize(to: Session(owning: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))))
        return UnsafeMutableRawPointer(session)
    }

    /// Where the latest answer is.
    @_expose(wasm, "answer")
    @c public func answer(_ session: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
        unsafe session.assumingMemoryBound(to: Session.self).pointee.answer.withUnsafeBytes { $0.baseAddress }
    }

    /// Describes the atlas: `{"identity": hex, "bytes": length}`.
    @_expose(wasm, "about")
    @c public func about(_ session: UnsafeMutableRawPointer) -> Int32 {
        unsafe session.assumingMemoryBound(to: Session.self).pointee.answer { atlas throws(Refusal) in
            var json = JSONWriter()
            json.beginObject()
            json.key("bytes")
            json.value(atlas.length)
            json.endObject()
            return json.bytes
        }
    }
#endif
