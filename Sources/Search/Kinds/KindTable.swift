/// The names of kinds of places in the page's languages: one line a kind, after the OpenStreetMap wiki's Map features.
///
/// A line holds values between commas, then the English, Finnish, German and Arabic name. A plain value matches under
/// any key, `highway=track` under one key, and `shop=*` all other values of a key.
package enum KindTable {
    /// All lines, in several texts.
    package static var parts: [StaticString] { [services, shops, leisure, work, ways, land, built] }
}
