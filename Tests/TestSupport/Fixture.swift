import Foundation

/// The files in `Tests/Fixtures`; its README describes each.
package enum Fixture {
    package static func path(_ name: String) -> String {
        Repository.root.appending(path: "Tests/Fixtures/\(name)").path
    }
}
