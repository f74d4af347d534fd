// Apple's devices only. No check of this project compiles or runs this file: they run on Linux.
#if canImport(CoreLocation)
    public import CoreLocation
    import GeoCore
    public import HereaboutsAPI

    /// Reads where an Apple device is, from Core Location.
    ///
    /// The app's `Info.plist` says why it asks (`NSLocationWhenInUseUsageDescription`); the system asks the user when
    /// the source starts.
    ///
    /// A class because it holds the task that listens.
    public final class DevicePosition: PositionSource {
        private let listening = SensorTask()

        public init() {}

        public func start(delivering outlet: SensorOutlet<PositionReading>) {
            listening.begin { await Self.listen(outlet) }
        }

        public func stop() { listening.end() }

        private static func listen(_ outlet: SensorOutlet<PositionReading>) async {
            do {
                for try await update in CLLocationUpdate.liveUpdates() {
                    if update.authorizationDeniedGlobally { return outlet.fail(.unavailable) }
                    if update.authorizationDenied || update.authorizationRestricted {
                        return outlet.fail(.notAllowed)
                    }
                    if let reading = update.location.flatMap(PositionReading.init(_:)) { outlet.deliver(reading) }
                }
            } catch is CancellationError {
                return  // The source was stopped.
            } catch {
                outlet.fail(.unavailable)
            }
        }
    }

    extension PositionReading {
        /// Makes a reading of a location; `nil` when its accuracy is negative, as Core Location says that it is unknown.
        public init?(_ location: CLLocation) {
            let place = location.coordinate
            guard let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude) else { return nil }
            self.init(
                coordinate: coordinate, accuracyInMetres: location.horizontalAccuracy,
                motion: Motion(speedInMetresPerSecond: location.speed, courseInDegrees: location.course),
                millisecondsSince1970: location.timestamp.millisecondsSince1970,
                isSimulated: location.sourceInformation?.isSimulatedBySoftware ?? false)
        }
    }

    extension Date {
        var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
    }
#endif
