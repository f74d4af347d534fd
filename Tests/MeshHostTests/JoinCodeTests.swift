import Crypto
import Foundation
import GeoCore
import Gossip
import MeshHost
import MeshLinks
import Testing

import class TestSupport.TemporaryFolder

@Suite struct JoinCodeTests {
    private let organiser = MeshKeys.newPlace(name: "first")

    private func code(until end: Timestamp = 2000, _ addresses: [String] = ["10.0.0.1", "fe80::1"]) throws -> JoinCode {
        let addresses = try addresses.map { try #require(NodeAddress($0)) }
        return try #require(organiser.invite(until: end, at: addresses, port: 29_170))
    }

    @Test func `a code is read as it was written, whatever its case and blanks`() throws {
        let code = try code()
        #expect(JoinCode(code.text) == code)
        #expect(JoinCode(" " + code.text.uppercased().replacing("a", with: "-A ") + "\n") == code)
        let empty = try self.code([])
        #expect(JoinCode(empty.text) == empty)
        #expect(code.place == organiser.place && code.secret == organiser.secret)
    }

    @Test func `a code with a wrong, missing or further digit is none`() throws {
        let digits = Array(try code().text)
        for place in digits.indices {
            for digit in "ab7" where digit != digits[place] {
                var changed = digits
                changed[place] = digit
                #expect(JoinCode(String(changed)) == nil)
            }
            #expect(JoinCode(String(digits[..<place])) == nil)
        }
        for more in ["a", "aa", "1", "é"] { #expect(JoinCode(String(digits) + more) == nil) }
    }

    @Test func `an invitation admits the node that asks, until its end`() throws {
        let placeKey = try #require(organiser.placeKey), code = try code()
        let node = MeshKeys.joining(code, name: "second").node.key
        let request = code.invitation.request(of: node, name: "Café")
        let entry = try #require(Invitation.admission(of: node, request, by: placeKey, at: 1999))
        #expect(entry == NodeEntry(node, name: "Café", invitation: code.invitation.number))
        #expect(Invitation.admission(of: node, request, by: placeKey, at: 2000) == nil)
    }

    @Test func `a request is good for one key, one name and one place alone`() throws {
        let placeKey = try #require(organiser.placeKey), code = try code()
        let node = MeshKeys.joining(code, name: "second").node.key
        let request = code.invitation.request(of: node, name: "second")
        #expect(Invitation.admission(of: organiser.node.key, request, by: placeKey, at: 1) == nil)
        let stranger = try #require(MeshKeys.newPlace(name: "x").placeKey)
        #expect(Invitation.admission(of: node, request, by: stranger, at: 1) == nil)
        for place in request.indices {
            var changed = request
            changed[place] ^= 1
            #expect(Invitation.admission(of: node, changed, by: placeKey, at: 1) == nil)
            #expect(Invitation.admission(of: node, Array(request[..<place]), by: placeKey, at: 1) == nil)
        }
        #expect(Invitation.admission(of: node, [], by: placeKey, at: 1) == nil)
    }

    @Test func `keys come back from their folder, which others may not open`() throws {
        let folder = try TemporaryFolder(), keys = MeshFolder(dataFolder: folder.path)
        #expect(try keys.keys() == nil)
        for kept in [organiser, MeshKeys.joining(try code(), name: "a name with blanks")] {
            try keys.keep(kept)
            let read = try #require(try keys.keys())
            #expect(read.place == kept.place && read.placeKey?.key == kept.placeKey?.key && read.secret == kept.secret)
            #expect(read.node.key == kept.node.key && read.name == kept.name && read.joinCode == kept.joinCode)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: keys.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let file = try FileManager.default.attributesOfItem(atPath: keys.path + "/keys")
        #expect(file[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: keys.path) == ["keys"])
    }

    @Test(arguments: ["", "place", "place 00\nsecret 00\nnode-key 00\nname x\n", "name a\nname b\n"])
    func `a damaged file of keys is refused`(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("mesh/keys", Array(text.utf8))
        #expect(throws: MeshFault.self) { _ = try MeshFolder(dataFolder: folder.path).keys() }
    }

    @Test func `a place key that is not the place's is refused`() throws {
        let folder = try TemporaryFolder(), keys = MeshFolder(dataFolder: folder.path)
        try keys.keep(organiser)
        let other = Hexadecimal.text(Curve25519.Signing.PrivateKey().rawRepresentation)
        let text = String(decoding: try folder.bytes("mesh/keys"), as: UTF8.self)
        let changed = text.split(separator: "\n").map { $0.hasPrefix("place-key") ? "place-key \(other)" : String($0) }
        try folder.write("mesh/keys", Array(changed.joined(separator: "\n").utf8))
        #expect(throws: MeshFault.self) { _ = try keys.keys() }
    }
}
