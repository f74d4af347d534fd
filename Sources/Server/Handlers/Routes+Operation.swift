import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds health and the interface's description.
    mutating func addOperation(openAPI: [UInt8]) {
        on(HealthRequest.self) { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "ok\n")))
        }
        on(OpenAPIRequest.self) { _, exchange in
            exchange.json(openAPI, cacheControl: "no-cache")
        }
    }
}
