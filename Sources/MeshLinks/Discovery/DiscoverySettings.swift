package import GeoCore

/// The content of a node's announcements, and their times in milliseconds.
package struct DiscoverySettings: Sendable {
    package let secret: PlaceSecret
    /// The name of the place below `.local`, for which several nodes may answer; `nil` if this one does not.
    package var placeName: DNSName?
    /// The port of this node's links.
    package let port: UInt16
    /// How long a label and a mark last.
    package var period: Milliseconds = 1_800_000
    /// A new label comes up to this long after the beginning of a period, or half the period if that is shorter.
    package var spread: Milliseconds = 60_000
    /// How long the node with the greater label waits before it dials.
    package var wait: Milliseconds = 2000

    package init(secret: PlaceSecret, placeName: DNSName?, port: UInt16) {
        (self.secret, self.placeName, self.port) = (secret, placeName, port)
    }

    /// The number of the period in which `clock` falls.
    package func periodNumber(at clock: Timestamp) -> Int64 {
        // Rounds down, also before 1970.
        (clock - ((clock % period) + period) % period) / period
    }
}
