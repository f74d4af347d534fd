#if arch(wasm32)
    import AR
    import GeoCore

    // The functions that the page calls. A view is the address that `makeView` returns; there is no state outside
    // views. Times are in seconds on one clock of the page, angles in degrees. Numbers that are unknown are NaN.

    @_expose(wasm, "makeView")
    @c public func makeView() -> UnsafeMutableRawPointer {
        let view = UnsafeMutablePointer<Buffers>.allocate(capacity: 1)
        unsafe view.initialize(to: Buffers())
        return UnsafeMutableRawPointer(view)
    }

    @_expose(wasm, "freeView")
    @c public func freeView(_ view: UnsafeMutableRawPointer) {
        let typed = unsafe view.assumingMemoryBound(to: Buffers.self)
        unsafe typed.deinitialize(count: 1)
        unsafe typed.deallocate()
    }

    /// The address of a part of the memory, in the order of `Buffers.Part`; null for an unknown one.
    @_expose(wasm, "buffer")
    @c public func buffer(_ view: UnsafeMutableRawPointer, _ part: Int32) -> UnsafeMutableRawPointer? {
        unsafe Buffers.Part(rawValue: part).map { unsafe at(view).pointee.address(of: $0) }
    }

    /// The numbers of each record of a part (0), and the records that there is room for (1).
    @_expose(wasm, "shape")
    @c public func shape(_ part: Int32, _ which: Int32) -> Int32 {
        guard let shape = Buffers.Part(rawValue: part)?.shape else { return 0 }
        return Int32(which == 0 ? shape.numbers : shape.records)
    }

    /// Forgets what sensors said: the page was hidden, or comes back.
    @_expose(wasm, "forget")
    @c public func forget(_ view: UnsafeMutableRawPointer) { unsafe at(view).pointee.view.forget() }

    /// Takes an orientation event. `heading` is `webkitCompassHeading`, and `accuracy` the one beside it.
    @_expose(wasm, "turned")
    @c public func turned(
        _ view: UnsafeMutableRawPointer, _ time: Double, _ alpha: Double, _ beta: Double, _ gamma: Double,
        _ isAbsolute: Int32, _ heading: Double, _ accuracy: Double
    ) {
        unsafe at(view).pointee.view.turn(
            DeviceNorth.Angles(alpha: alpha, beta: beta, gamma: gamma), isAbsolute: isAbsolute != 0,
            compass: heading.isNaN ? nil : (heading, accuracy), at: time)
    }

    /// Takes a fix: its date in seconds since 1970, degrees, metres, metres a second, and its course.
    @_expose(wasm, "stood")
    @c public func stood(
        _ view: UnsafeMutableRawPointer, _ time: Double, _ date: Double, _ latitude: Double, _ longitude: Double,
        _ accuracy: Double, _ speed: Double, _ course: Double
    ) {
        unsafe at(view).pointee.view.stand(
            at: Coordinate(latitude: latitude, longitude: longitude), accuracy: accuracy,
            speed: speed.isFinite ? speed : nil, course: course.isFinite ? course : nil, secondsSince1970: date,
            time: time)
    }

    /// The first `count` records of places, of the route or of the markers are new.
    @_expose(wasm, "placesChanged")
    @c public func placesChanged(_ view: UnsafeMutableRawPointer, _ count: Int32) {
        unsafe at(view).pointee.readPlaces(count)
    }

    @_expose(wasm, "routeChanged")
    @c public func routeChanged(_ view: UnsafeMutableRawPointer, _ count: Int32) {
        unsafe at(view).pointee.readRoute(count)
    }

    @_expose(wasm, "markersChanged")
    @c public func markersChanged(_ view: UnsafeMutableRawPointer, _ count: Int32) {
        unsafe at(view).pointee.readMarkers(count)
    }

    /// Turns the world by a drag from one pixel to another one. Returns whether it could.
    @_expose(wasm, "drag")
    @c public func drag(
        _ view: UnsafeMutableRawPointer, _ time: Double, _ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double
    ) -> Int32 {
        unsafe at(view).pointee.view.drag(
            from: ScreenPoint(x: fromX, y: fromY), to: ScreenPoint(x: toX, y: toY), at: time) ? 1 : 0
    }

    /// Turns the world so that the camera looks at a bearing from true north. Returns whether it could.
    @_expose(wasm, "aim")
    @c public func aim(_ view: UnsafeMutableRawPointer, _ time: Double, _ bearing: Double) -> Int32 {
        unsafe at(view).pointee.view.aim(at: bearing, at: time) ? 1 : 0
    }

    /// Computes a frame from the part `frame` into the parts `facts`, `labels`, `ribbon` and `marks`. Returns the number
    /// of labels.
    @_expose(wasm, "show")
    @c public func show(_ view: UnsafeMutableRawPointer) -> Int32 { unsafe at(view).pointee.show() }

    /// Writes where the device points into the last three facts. Returns whether it is known.
    @_expose(wasm, "facing")
    @c public func facing(
        _ view: UnsafeMutableRawPointer, _ time: Double, _ angle: Double, _ isWide: Int32, _ hasUprightAxes: Int32
    ) -> Int32 {
        let screen = DeviceScreen(angle: angle, isWide: isWide != 0, hasUprightAxes: hasUprightAxes != 0)
        return unsafe at(view).pointee.writeFacing(time: time, on: screen) ? 1 : 0
    }

    /// The declination at a place, `height` kilometres above the ellipsoid, at a decimal year; NaN for no place.
    @_expose(wasm, "declination")
    @c public func declination(_ latitude: Double, _ longitude: Double, _ height: Double, _ year: Double) -> Double {
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else { return .nan }
        return MagneticField(at: place, height: height, year: year).declinationInDegrees
    }

    @unsafe
    private func at(_ view: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Buffers> {
        unsafe view.assumingMemoryBound(to: Buffers.self)
    }
#endif
