import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Pictures

/// Makes the faults of a store: which store, what it answered, and the remedy.
enum BucketFault {
    /// The store refused a request.
    static func refused(
        _ location: BucketLocation, _ answer: BucketAnswer, _ request: BucketRequest
    ) -> RenditionStoreFault {
        let code = answer.code, words = code.map { " \($0)" } ?? ""
        return RenditionStoreFault(
            "\(location.name) answered \(request.method) with \(answer.status)\(words); "
                + remedy(answer.status, code))
    }

    private static func remedy(_ status: Int, _ code: String?) -> String {
        switch (status, code) {
        case (_, "SignatureDoesNotMatch"):
            "the secret does not belong to the access key: check AWS_SECRET_ACCESS_KEY or the file of pictures-key-file"
        case (_, "InvalidAccessKeyId"):
            "the store does not know the access key: check AWS_ACCESS_KEY_ID or the file of pictures-key-file"
        case (_, "RequestTimeTooSkewed"): "the clocks differ: set this machine's (timedatectl set-ntp true)"
        case (_, "NoSuchBucket"): "there is no such bucket: make it, or correct the setting pictures"
        case (301, _), (307, _), (_, "AuthorizationHeaderMalformed"), (_, "PermanentRedirect"):
            "the bucket is in another region: name it with region= in the setting pictures"
        case (401, _), (403, _):
            "allow its key to get, put, delete and list objects there (s3:GetObject, s3:PutObject, s3:DeleteObject, "
                + "s3:ListBucket), and check the key"
        case (404, _): "make the bucket, or correct the setting pictures"
        case (429, _), (500..., _): "the store is busy or failing: try again later, or ask its operator"
        default: "check the setting pictures: is there an S3-compatible store?"
        }
    }

    /// The store was not reached, or broke off.
    static func unreachable(_ location: BucketLocation, _ error: any Error) -> RenditionStoreFault {
        RenditionStoreFault(
            "\(location.name) cannot be reached: \(cause(error)); check endpoint= in the setting pictures, the network "
                + "and whether the store runs")
    }

    /// The answer is not one of the protocol.
    static func unreadable(_ location: BucketLocation) -> RenditionStoreFault {
        RenditionStoreFault(
            "\(location.name) sent a list that cannot be read; check the setting pictures: is there an S3-compatible "
                + "store?")
    }

    /// Whether an error means that an answer did not come in time.
    static func isSilence(_ error: any Error) -> Bool {
        let silences: [HTTPClientError] = [.connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded]
        return error is Silence || (error as? HTTPClientError).map(silences.contains) == true
    }

    private static func cause(_ error: any Error) -> String {
        switch error {
        case is Silence: "no answer in time"
        case let error as HTTPClientError where isSilence(error): "no answer in time"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "it closed the connection"
        case is NIOTooManyBytesError: "its answer is longer than any of a store"
        case is NIOSSLError, is BoringSSLError: "the connection cannot be encrypted, or its certificate is not trusted"
        case let error as IOError: unsafe String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            if let last = error.connectionErrors.last { cause(last.error) } else { "its name leads to no address" }
        default: "\(error)"
        }
    }
}
