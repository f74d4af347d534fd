import FoundationEssentials
import GeoCore
import Passkeys
import TestSupport
import Testing

@Suite struct OptionsTests {
    private let passkey: Passkey

    init() throws { passkey = try Given.register(TestAuthenticator.es256.registration()) }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `creation is asked for as Level 3 says`() throws {
        let options = CreationOptions(
            relyingParty: try Given.relyingParty, challenge: try Given.challenge(), user: try Given.owner([1, 2, 3]),
            name: "kim", displayName: "Kim", excluding: [passkey])
        #expect(
            try json(options)
                == #"{"attestation":"none","authenticatorSelection":{"requireResidentKey":true,"residentKey":"required","#
                + #""userVerification":"required"},"challenge":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8","#
                + #""excludeCredentials":[{"id":"ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM","transports":["internal"],"#
                + #""type":"public-key"}],"pubKeyCredParams":[{"alg":-8,"type":"public-key"},{"alg":-7,"#
                + #""type":"public-key"},{"alg":-257,"type":"public-key"}],"rp":{"id":"map.example","name":"Hereabouts"},"timeout":300000,"#
                + #""user":{"displayName":"Kim","id":"AQID","name":"kim"}}"#)
        #expect(try JSONDecoder().decode(CreationOptions.self, from: Data(json(options).utf8)) == options)
    }

    @Test func `a log-in is asked for as Level 3 says`() throws {
        let anyone = RequestOptions(relyingParty: try Given.relyingParty, challenge: try Given.challenge())
        #expect(
            try json(anyone)
                == #"{"allowCredentials":[],"challenge":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8","#
                + #""rpId":"map.example","timeout":300000,"userVerification":"required"}"#)
        let one = RequestOptions(
            relyingParty: try Given.relyingParty, challenge: try Given.challenge(), allowing: [passkey],
            timeout: .seconds(60))
        #expect(one.allowCredentials.map(\.id) == [passkey.id.base64URL] && one.timeout == 60_000)
    }

    @Test func `a user handle is 64 random bytes`() {
        var generator = SeededGenerator(seed: 5)
        let handles = (0..<100).map { _ in UserHandle(using: &generator) }
        #expect(Set(handles).count == 100 && handles.allSatisfy { $0.bytes.count == 64 })
        #expect(UserHandle(bytes: []) == nil && UserHandle(bytes: [UInt8](repeating: 0, count: 65)) == nil)
    }
}
