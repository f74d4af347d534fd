import Atlas
import GeoCore

/// What the objects of one answer have in common.
package struct AnswerForm: Sendable {
    let language: NameLanguage
    let tags: AddressTags
    let visitTags: VisitTags
    /// When the user asks what is open; `nil` where that does not matter.
    let time: PlaceTime?

    init(language: String?, at time: PlaceTime?, in places: PlaceTable) {
        self.language = NameLanguage(language, in: places)
        tags = AddressTags(in: places)
        visitTags = VisitTags(in: places)
        self.time = time
    }
}
