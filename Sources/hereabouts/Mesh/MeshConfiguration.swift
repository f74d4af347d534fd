import Mesh
import MeshHost
import Server

/// The settings of the mesh.
struct MeshConfiguration: Equatable {
    /// Without this, the server listens to no other node, announces nothing, and reads none of the mesh's files.
    var isOn = false
    var port = MeshHostSettings.usualPort
    /// How the node calls itself when its place admits it.
    var name: String?
    /// The name, below `.local`, to which all nodes of the place answer; the organiser's server chooses it.
    var placeName: String?
    /// The port of pages at that name, the same at all nodes; 0 serves none.
    var placePort: UInt16 = 8443
    /// Whether the machine's clock counts as set whatever the kernel says.
    var trustsClock = false
    /// What the node does for others, until an operator chooses otherwise.
    var duties = NodeDuties()
    /// How many bytes of the disk the node leaves to others, until then.
    var leastFree = MeshHostSettings().leastFree

    static func isName(_ text: String) -> Bool {
        (1...MeshKeys.longestName).contains(text.utf8.count) && !text.contains(where: \.isNewline)
    }

    /// Returns a name of one label below `.local`, in small letters; `nil` for others (RFC 1123 §2.1).
    static func placeName(_ text: String) -> String? {
        let text = text.lowercased()
        guard text.hasSuffix(".local") else { return nil }
        let label = text.dropLast(".local".count).utf8
        let isLabel =
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        return isLabel ? text : nil
    }

    /// The name of a node that was given none.
    static func usualName() -> String { "node \(Hexadecimal.text((0..<2).map { _ in UInt8.random(in: 0 ... .max) }))" }
}

extension Configuration {
    /// The settings of this server's node.
    var meshHost: MeshHostSettings {
        var settings = MeshHostSettings()
        (settings.port, settings.trustsClock, settings.folder) = (mesh.port, mesh.trustsClock, data)
        (settings.duties, settings.leastFree) = (mesh.duties, mesh.leastFree)
        return settings
    }
}
