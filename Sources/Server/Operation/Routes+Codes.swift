import Atlas
import Codes
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds codes to scan that lead to this server's page.
    mutating func addCodes() {
        on(CodeRequest.self) { request, exchange in
            let address = exchange.address(of: request.path)
            let hash = unsafe [UInt8](address.utf8).withUnsafeBytes { unsafe XXHash64.hash($0) }
            // Where the server is reached may be another for the next who asks.
            let tag = "\"\(hexadecimal(hash))\"", cacheControl = "private, max-age=3600"
            if exchange.holds(tag) { return .notModified(tag, cacheControl: cacheControl) }
            try exchange.spendAnswer()
            guard let code = QRCode(address, correction: .medium) else {
                throw ErrorBody(.invalidParameter, "path is too long for a code", field: "path")
            }
            return Response(
                status: .ok,
                headers: [.contentType: "image/svg+xml", .eTag: tag, .cacheControl: cacheControl],
                body: .init(byteBuffer: ByteBuffer(string: code.svg)))
        }
    }
}
