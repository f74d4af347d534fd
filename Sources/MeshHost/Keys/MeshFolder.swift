import Crypto
import Glibc
import Gossip

/// The folder of a node's keys, which only the server's user may open. Backups keep its newest state.
///
/// Its file `keys` has a line for each value: a name, a blank, and the value; keys are hexadecimal. Its file `port` has
/// the port at which the node listened last, for codes that are made beside a running server.
package struct MeshFolder: Sendable {
    package let path: String
    private var file: String { path + "/keys" }

    package init(dataFolder: String) { path = dataFolder + "/mesh" }

    /// Returns the keys; `nil` where there are none yet. Throws `MeshFault` for a file that cannot be used.
    package func keys() throws(MeshFault) -> MeshKeys? {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw MeshFault("\(file) cannot be read: \(Self.cause)")
        }
        defer { close(descriptor) }
        // More than the keys need.
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count >= 0, let keys = Self.keys(String(decoding: bytes.prefix(count), as: UTF8.self)) else {
            throw MeshFault("\(file) is damaged; restore it from a backup")
        }
        return keys
    }

    private static func keys(_ text: String) -> MeshKeys? {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, values.updateValue(parts[1], forKey: parts[0]) == nil else { return nil }
        }
        guard let secret = values["secret"].flatMap({ Hexadecimal.bytes($0) }), secret.count == MeshKeys.secretLength,
            let place = values["place"].flatMap({ Hexadecimal.bytes($0) }).flatMap({ Bytes32($0) }),
            let node = signer(values["node-key"]), let name = values["name"]
        else { return nil }
        let placeKey = signer(values["place-key"])
        guard values["place-key"] == nil || placeKey?.key == SignerKey(place) else { return nil }
        return MeshKeys(
            place: SignerKey(place), placeKey: placeKey, secret: secret, node: node, name: String(name),
            joinCode: values["join-code"].map { String($0) })
    }

    private static func signer(_ text: Substring?) -> Ed25519Signer? {
        text.flatMap { Hexadecimal.bytes($0) }.flatMap {
            try? Curve25519.Signing.PrivateKey(rawRepresentation: $0)
        }.map { Ed25519Signer($0) }
    }

    /// Replaces the keys atomically, and returns when they are on disk.
    package func keep(_ keys: MeshKeys) throws(MeshFault) {
        var lines = [
            "place \(Hexadecimal.text(keys.place.bytes.bytes))", "secret \(Hexadecimal.text(keys.secret))",
            "node-key \(Hexadecimal.text(keys.node.privateKey.rawRepresentation))", "name \(keys.name)",
        ]
        if let key = keys.placeKey { lines.append("place-key \(Hexadecimal.text(key.privateKey.rawRepresentation))") }
        if let code = keys.joinCode { lines.append("join-code \(code)") }
        try replace("keys", with: lines.joined(separator: "\n") + "\n")
    }

    /// The port at which the node listened last; `nil` where it never did.
    package var port: UInt16? {
        let descriptor = unsafe open(path + "/port", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return UInt16(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" })
    }

    func keep(port: UInt16) throws(MeshFault) {
        guard port != self.port else { return }
        try replace("port", with: "\(port)\n")
    }

    private func replace(_ name: String, with text: String) throws(MeshFault) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST, unsafe chmod(path, 0o700) == 0 else {
            throw MeshFault("the folder \(path) cannot be made: \(Self.cause)")
        }
        let file = "\(path)/\(name)", draft = "\(path)/.\(name)-\(UInt64.random(in: 0 ... .max))"
        guard Self.write(Array(text.utf8), to: draft), unsafe rename(draft, file) == 0, synchronize() else {
            let cause = Self.cause
            _ = unsafe unlink(draft)
            throw MeshFault("\(file) cannot be written: \(cause)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // A file of this size is written at once or not at all.
        return unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    }

    private func synchronize() -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    private static var cause: String { unsafe String(cString: strerror(errno)) }
}

/// Why the mesh cannot do something: what, and the remedy.
package struct MeshFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
