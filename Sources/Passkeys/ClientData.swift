import FoundationEssentials

/// The browser's record of its request to the authenticator (Level 3 §5.8.1). The authenticator signs its digest.
struct ClientData: Decodable {
    enum Kind: String { case create = "webauthn.create", get = "webauthn.get" }

    private enum CodingKeys: CodingKey { case type, challenge, origin, crossOrigin, topOrigin }

    let type: String
    let challenge: String
    let origin: String
    let isEmbedded: Bool

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        challenge = try members.decode(String.self, forKey: .challenge)
        origin = try members.decode(String.self, forKey: .origin)
        let isCrossOrigin = try members.decodeIfPresent(Bool.self, forKey: .crossOrigin) ?? false
        // Browsers write `topOrigin` only for a page in a frame of another origin.
        isEmbedded = isCrossOrigin || members.contains(.topOrigin)
    }

    /// Parses the JSON. It may have other members: browsers add some on purpose (Level 3 §5.8.1.1).
    init(json: [UInt8]) throws(PasskeyError) {
        // The decoder would also accept UTF-16, which contains zeros; the standard requires UTF-8.
        guard !json.contains(0), !Self.mayHaveManyMarks(json) else { throw .malformed(.clientDataJSON) }
        do { self = try JSONDecoder().decode(ClientData.self, from: Data(json)) } catch {
            throw .malformed(.clientDataJSON)
        }
    }

    /// Whether its texts may have more combining marks in a row than decision 43 allows. The decoder hashes member
    /// names, which takes Swift time quadratic in the marks. Browsers write ASCII (origins are ASCII, and the rest is
    /// the server's own text) and escape only control characters.
    private static func mayHaveManyMarks(_ json: [UInt8]) -> Bool {
        let escapes = zip(json, json.dropFirst()).count { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "u") }
        return escapes > 30 || json.contains { $0 >= 0x80 }
    }

    /// Checks Level 3 §7.1 steps 7 to 11, which are §7.2 steps 10 to 14.
    func check(
        _ kind: Kind, _ challenge: Challenge, at relyingParty: RelyingParty
    ) throws(PasskeyError) {
        guard type.isExactly(kind.rawValue) else { throw .otherCeremony }
        // The caller knows the challenge, so the time of the comparison reveals nothing.
        guard Base64URL.decode(self.challenge) == challenge.bytes else { throw .otherChallenge }
        guard relyingParty.origins.contains(where: origin.isExactly) else {
            throw .otherOrigin(String(origin.prefix(200)), expected: relyingParty.origins)
        }
        guard !isEmbedded else { throw .embedded }
    }
}
