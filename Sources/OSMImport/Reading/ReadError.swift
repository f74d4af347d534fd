/// The reason that an extract cannot be read: the file, the place in it, the problem and the remedy.
package struct ReadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The place in the file.
    package enum Place: Equatable, Sendable {
        case file
        case byte(Int)
        /// A byte of a block's inflated content, and the byte of the file at which the block begins.
        case inflatedByte(Int, block: Int)
        case line(Int)
        /// A part of JSON, such as `geometry.coordinates[0]`.
        case element(String)
    }

    package let file: String
    package let place: Place
    package let problem: String
    package let remedy: String

    package init(file: String, place: Place = .file, problem: String, remedy: String) {
        self.file = file
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    package var description: String {
        switch place {
        case .file: "\(file): \(problem); \(remedy)"
        case .byte(let offset): "\(file): at byte \(offset): \(problem); \(remedy)"
        case .inflatedByte(let offset, let block):
            "\(file): in the block at byte \(block), at byte \(offset) of its content: \(problem); \(remedy)"
        case .line(let line): "\(file): line \(line): \(problem); \(remedy)"
        case .element(let element): "\(file): at \(element): \(problem); \(remedy)"
        }
    }

    /// The remedy for a damaged file.
    static let fetchAgain = "the file is damaged: download or make it again"
}
