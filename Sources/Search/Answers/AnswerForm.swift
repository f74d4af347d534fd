import Atlas
import GeoCore

/// The options that all objects of one answer share.
package struct AnswerForm: Sendable {
    let language: NameLanguage
    let tags: AddressTags
    let visitTags: VisitTags
    /// The time for opening states; `nil` if the answer leaves them out.
    let time: PlaceTime?

    init(language: String?, at time: PlaceTime?, in places: PlaceTable) {
        self.language = NameLanguage(language, in: places)
        tags = AddressTags(in: places)
        visitTags = VisitTags(in: places)
        self.time = time
    }
}
