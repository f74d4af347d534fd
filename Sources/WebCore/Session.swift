import Atlas
import GeoCore

/// An opened atlas with what answering needs, and the latest answer. One for each atlas; closed exactly once.
///
/// Bytes that are no usable atlas still make a session: it answers each question with the reason.
@safe
struct Session: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    private let opened: Result<AtlasView, AtlasError>
    /// The bytes of the latest answer, in place until the next question.
    private(set) var answer: [UInt8] = []

    /// Takes `bytes` over: nobody else may write or free them. They are checked here, once, in full.
    @unsafe
    init(owning bytes: UnsafeMutableRawBufferPointer) {
        unsafe self.bytes = bytes
        opened = Result { () throws(AtlasError) in
            let atlas = try unsafe AtlasView(bytes: UnsafeRawBufferPointer(bytes))
            try atlas.verifyChecksums()
            return atlas
        }
    }

    deinit { unsafe bytes.deallocate() }

    /// Answers with what `write` appends to an empty array, or with the error it throws.
    ///
    /// Returns the answer's length, negative when it is an error: an object with `code` and `message`.
    mutating func answer(_ write: (AtlasView) throws(Refusal) -> [UInt8]) -> Int32 {
        do throws(Refusal) {
            switch opened {
            case .success(let atlas): answer = try write(atlas)
            case .failure(let error): throw Refusal(code: "bad_atlas", message: error.description)
            }
            return Int32(answer.count)
        } catch {
            answer = error.json
            return -Int32(answer.count)
        }
    }
}

/// Why a question has no answer. Codes are stable; the server uses the same.
struct Refusal: Error {
    let code: StaticString
    let message: String

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("code")
        writer.value(code.description)
        writer.key("message")
        writer.value(message)
        writer.endObject()
        return writer.bytes
    }
}
