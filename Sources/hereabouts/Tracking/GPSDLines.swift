import FoundationEssentials
import HereaboutsAPI
import NIOCore
import NIOPosix

/// The lines of JSON from gpsd (gpsd_json(5)), as they arrive, until gpsd ends.
struct GPSDLines {
    /// The position in a line; only reports with a fix have one.
    struct Fix: Decodable, Equatable {
        let `class`: String
        let mode: Int?
        let lat: Double?
        let lon: Double?
        let time: ReportedTime?

        /// Returns `nil` for all other lines, and for lines that gpsd has truncated.
        init?(line: String) {
            guard let found = try? JSONDecoder().decode(Fix.self, from: Data(line.utf8)), found.class == "TPV",
                (found.mode ?? 0) >= 2, found.lat != nil, found.lon != nil
            else { return nil }
            self = found
        }
    }

    private static let longest = 64 << 10
    private static let watch = "?WATCH={\"enable\":true,\"json\":true};\n"

    /// Connects to gpsd and calls `body` with each line; returns when gpsd ends the connection, throws if it cannot
    /// connect.
    static func read(host: String, port: Int, _ body: (String) async throws -> Void) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: watch))
            var rest: [UInt8] = []
            for try await piece in inbound {
                rest += piece.readableBytesView
                while let end = rest.firstIndex(of: 0x0a) {
                    let line = String(decoding: rest[..<end].filter { $0 != 0x0d }, as: UTF8.self)
                    rest.removeSubrange(...end)
                    try await body(line)
                }
                // gpsd never sends a line this long.
                if rest.count > longest { rest = [] }
            }
        }
    }
}
