// iPhones and iPads only. No check of this project compiles or runs this file: they run on Linux.
#if canImport(CoreLocation) && os(iOS)
    public import CoreLocation
    public import HereaboutsAPI

    /// Reads where an iPhone or iPad points, from Core Location; on a device without a compass it is `unavailable`.
    ///
    /// A class because it holds the task that listens.
    public final class DeviceHeading: HeadingSource {
        private let listening = SensorTask()

        public init() {}

        public func start(delivering outlet: SensorOutlet<HeadingReading>) {
            guard CLLocationManager.headingAvailable() else { return outlet.fail(.unavailable) }
            listening.begin { await Self.listen(outlet) }
        }

        public func stop() { listening.end() }

        /// Core Location calls its delegate on the thread that made the manager, which needs a run loop.
        @MainActor
        private static func listen(_ outlet: SensorOutlet<HeadingReading>) async {
            let (headings, continuation) = AsyncStream.makeStream(
                of: HeadingReading.self, bufferingPolicy: .bufferingNewest(1))
            let listener = HeadingListener(continuation), manager = CLLocationManager()
            manager.delegate = listener
            manager.startUpdatingHeading()
            for await heading in headings { outlet.deliver(heading) }
            manager.stopUpdatingHeading()
            // The manager does not keep its delegate.
            withExtendedLifetime(listener) {}
        }
    }

    private final class HeadingListener: NSObject, CLLocationManagerDelegate {
        private let headings: AsyncStream<HeadingReading>.Continuation

        init(_ headings: AsyncStream<HeadingReading>.Continuation) { self.headings = headings }

        func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
            headings.yield(HeadingReading(heading))
        }
    }

    extension HeadingReading {
        /// Makes a reading of a heading; an unknown one when Core Location says so, by a negative accuracy.
        public init(_ heading: CLHeading) {
            let time = heading.timestamp.millisecondsSince1970
            self =
                HeadingReading(
                    magneticInDegrees: heading.magneticHeading, trueInDegrees: heading.trueHeading,
                    accuracyInDegrees: heading.headingAccuracy, millisecondsSince1970: time)
                ?? .unknown(millisecondsSince1970: time)
        }
    }
#endif
