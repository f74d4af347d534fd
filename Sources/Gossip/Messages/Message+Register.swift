extension Message {
    /// The register that the message sets, of which nodes keep only the greatest message: one for each field of an
    /// entry of the guide, one for the published overlay, one for each node's links, one for each node's request for a
    /// certificate, one for each node, message and reason of reports. `nil` for all other messages.
    package var register: SubjectID? {
        switch kind {
        case .guideChange:
            guard let change = try? GuideChangeBody(self) else { return nil }
            return Self.register("guide", change.entry.bytes + [change.field])
        case .overlay: return Self.register("overlay", [])
        case .links: return author.map { Self.register("links", $0.bytes.bytes) }
        case .certificateRequest: return author.map { Self.register("certificate request", $0.bytes.bytes) }
        case .report:
            guard let author, let report = try? ReportBody(self) else { return nil }
            return Self.register(
                "report", author.bytes.bytes + report.reported.bytes + [report.reason.rawValue])
        default: return nil
        }
    }

    /// The first 16 bytes of SHA-256 of "hereabouts register 1", a zero byte, the name, a zero byte and the key.
    private static func register(_ name: String, _ key: [UInt8]) -> SubjectID {
        let digest = PortableSHA256.digest(
            of: Array("hereabouts register 1".utf8) + [0] + Array(name.utf8) + [0] + key)
        return SubjectID(high: digest.first, low: digest.second)
    }
}
