/// What kinds of places are called in the page's languages: one line a kind, as the OpenStreetMap wiki's Map features
/// describes them.
///
/// A line holds values between commas, then the English, Finnish, German and Arabic name. A value stands for itself
/// under any key, `highway=track` under one key, and `shop=*` for all other values of a key.
package enum KindTable {
    /// Its lines, in several texts.
    package static var parts: [StaticString] { [services, shops, leisure, work, ways, land, built] }
}
