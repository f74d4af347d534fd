import Mesh
import MeshHost
import MeshLinks
import Server

/// The settings of the mesh.
struct MeshConfiguration: Equatable {
    /// Without this, the server listens to no other node, announces nothing, and reads none of the mesh's files.
    var isOn = false
    var port = MeshHostSettings.usualPort
    /// How the node calls itself when its place admits it.
    var name: String?
    /// Whether the machine's clock counts as set whatever the kernel says.
    var trustsClock = false
    /// What the node does for others, until an operator chooses otherwise.
    var duties = NodeDuties()
    /// How many bytes of the disk the node leaves to others, until then.
    var leastFree = MeshHostSettings().leastFree

    static func isName(_ text: String) -> Bool {
        (1...MeshKeys.longestName).contains(text.utf8.count) && !text.contains(where: \.isNewline)
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
        settings.placeName = server.hostNames.first { $0.hasSuffix(".local") && !$0.hasPrefix("*") }.flatMap {
            DNSName($0)
        }
        return settings
    }
}
