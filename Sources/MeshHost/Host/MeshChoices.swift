package import Mesh

/// What an operator chooses for a node while it runs. It holds from then on, whatever the settings say.
package struct MeshChoices: Equatable, Sendable {
    static let name = "choices"

    package var duties = NodeDuties()
    /// How many bytes of the disk the node leaves to others.
    package var leastFree: Int

    package init(duties: NodeDuties, leastFree: Int) { (self.duties, self.leastFree) = (duties, leastFree) }

    /// Reads version, 1 (1 byte), relays (1), takes guests (1), and the free bytes (8); `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 11, bytes[0] == 1, bytes[1] <= 1, bytes[2] <= 1 else { return nil }
        let free = bytes[3...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let leastFree = Int(exactly: free) else { return nil }
        self.init(duties: NodeDuties(relays: bytes[1] == 1, takesGuests: bytes[2] == 1), leastFree: leastFree)
    }

    var bytes: [UInt8] {
        [1, duties.relays ? 1 : 0, duties.takesGuests ? 1 : 0] + bigEndian(UInt64(max(0, leastFree)))
    }
}

extension MeshHostSettings {
    var choices: MeshChoices { MeshChoices(duties: duties, leastFree: leastFree) }
}

extension MeshHost {
    package var currentChoices: MeshChoices { choices }

    /// How many bytes of the node's disk are free; `nil` where the system does not say.
    package var freeDisk: Int? { DiskRoom.free(at: settings.folder) }

    /// Does as an operator wants from now on, and after the next start.
    package func choose(_ new: MeshChoices) throws {
        guard new != choices else { return }
        try commit {
            try self.storage.setNote(MeshChoices.name, to: new.bytes)
            return ((), try self.node.receive(.duties(new.duties), at: self.clock.now))
        }
        choices = new
        shown.set(relays: new.duties.relays)
        measureDisk()
    }

    func measureDisk() { isDiskFull = DiskRoom.free(at: settings.folder).map { $0 < choices.leastFree } ?? false }
}
