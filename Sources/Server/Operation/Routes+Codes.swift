import Atlas
import Codes
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds QR codes of addresses on this server's page.
    mutating func addCodes() {
        on(CodeRequest.self) { request, exchange in
            let address = exchange.address(of: request.path)
            let hash = unsafe [UInt8](address.utf8).withUnsafeBytes { unsafe XXHash64.hash($0) }
            // The address depends on the host of the request, so shared caches must not keep the code.
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
