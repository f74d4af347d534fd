// A bare Hummingbird server with one silent stream: the cost of a listener before Hereabouts adds
// to it.
//
//     BareStreams PORT

import Hummingbird

let router = Router()
router.get("/api/v1/events") { _, _ in
    let (events, listener) = AsyncStream.makeStream(of: ByteBuffer.self)
    return Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: .init { writer in
            try await writer.write(ByteBuffer(string: "event: ready\ndata: {}\n\n"))
            for await event in events { try await writer.write(event) }
            listener.finish()
            try await writer.finish(nil)
        })
}
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port))).runService()
