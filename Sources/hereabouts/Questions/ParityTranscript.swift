import Atlas

/// A file of questions and the native engines' answers; `wasm/parity.mjs` asks the browser's core the same.
///
/// One record a question, without separators: UInt32 length of the question, the question (JSON), Int32 length of the
/// answer, negative for a refusal, the answer. Little endian.
enum ParityTranscript {
    /// Asks a verified atlas a fixed set of questions.
    static func write(_ atlas: AtlasView) throws(AtlasError) -> [UInt8] {
        var engines = try Engines(atlas)
        var workspaces = EngineWorkspaces(), transcript: [UInt8] = []
        var questions = QuestionSet(engines)
        questions.repeatWithChanges()
        for question in questions.all {
            let json = question.json, answer = engines.answer(question, &workspaces)
            transcript.append(littleEndian: UInt32(json.count))
            transcript += json
            transcript.append(littleEndian: Int32(answer.isRefusal ? -answer.bytes.count : answer.bytes.count))
            transcript += answer.bytes
        }
        return transcript
    }
}
