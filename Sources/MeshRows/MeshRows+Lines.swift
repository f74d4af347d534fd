package import Community
package import Gossip
import Merging
import Mesh
package import MeshHost

/// Lines of people with an account here who have no keys. Their accounts' keys sign them, as their posts.
extension MeshRows {
    /// Writes a line of an account, with its name where it shows no other. Throws what `MeshHost.write` throws.
    package func write(
        _ text: String, name: String?, in room: SubjectID, by account: Account
    ) async throws -> RoomLine {
        let signer = AccountSigner(SignerID(account.id.subject), keys)
        people.add(account, signer.key)
        try await self.name([signer.key], writes: true)
        return try await host.write(text, name: name ?? account.name.text, in: room, by: signer)
    }
}

private struct AccountSigner: EntrySigner {
    private let signer: SignerID
    private let keys: DerivedAuthorKeys
    let key: SignerKey

    init(_ signer: SignerID, _ keys: DerivedAuthorKeys) {
        (self.signer, self.keys, key) = (signer, keys, keys.key(of: signer))
    }

    func signature(of text: [UInt8]) -> [UInt8] { keys.signature(of: text, by: signer) }
}
