/// Numbers that the page's `Web/bocce/table.js` has, too; a test compares them.
package enum PageNumbers {
    /// The numbers that the page draws of each ball: its state, x and y in points, and the three parts of the
    /// direction of its mark.
    package static let perBall = 6

    /// The number of a refusal; 0 for none.
    package static func number(of refusal: ThrowRefusal?) -> Int32 {
        switch refusal {
        case nil: 0
        case .over: 1
        case .otherTurn: 2
        case .rolling: 3
        case .startOutside: 4
        case .tooWeak: 5
        case .tooStrong: 6
        }
    }
}
