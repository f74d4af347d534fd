import FoundationEssentials
import HereaboutsAPI
import NIOCore
import NIOPosix

/// Lines of JSON from gpsd (gpsd_json(5)), as they come, until it ends.
struct GPSDLines {
    /// What a line says of a place: only reports with a fix do.
    struct Fix: Decodable, Equatable {
        let `class`: String
        let mode: Int?
        let lat: Double?
        let lon: Double?
        let time: ReportedTime?

        /// `nil` for all other lines, and for those that gpsd has cut off at their length.
        init?(line: String) {
            guard let found = try? JSONDecoder().decode(Fix.self, from: Data(line.utf8)), found.class == "TPV",
                (found.mode ?? 0) >= 2, found.lat != nil, found.lon != nil
            else { return nil }
            self = found
        }
    }

    private static let longest = 64 << 10
    private static let watch = "?WATCH={\"enable\":true,\"json\":true};\n"

    /// Connects to gpsd and calls `body` with each line; returns when gpsd ends the connection, throws when there is
    /// none.
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
                // Nothing that gpsd sends is as long.
                if rest.count > longest { rest = [] }
            }
        }
    }
}
