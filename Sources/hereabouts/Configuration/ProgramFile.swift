import FoundationEssentials

/// A file or folder that comes with the program: the page, the tables for imports, the sample place.
struct ProgramFile {
    /// Its path in the folder of an installed program's files.
    let installed: String
    /// Its path in the project's folder.
    let source: String

    /// The page; its first file represents the folder.
    private static let page = ProgramFile(installed: "Web/index.html", source: "Web/index.html")
    /// The sample place, at set-up's path.
    static let sample = ProgramFile(installed: "sample/Helsinki.osm.pbf", source: ".cache/sample/Helsinki.osm.pbf")
    /// The sample's guide.
    static let guide = ProgramFile(installed: "sample/guide", source: "Demo/guide")

    /// The path of this program, to run it once more.
    static var program: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }

    /// The folder of the page; `nil` if there is none.
    static var pageFolder: String? { page.path.map { String($0.dropLast("/index.html".count)) } }

    /// The path of the file; `nil` if it does not exist.
    ///
    /// An installed program searches beside itself, then in `share/hereabouts` of the folder that contains its `bin`.
    /// These come first, so that a stray file in the working folder never replaces the program's own. A program that is
    /// not installed searches the working folder, and the project folder in which it was built.
    var path: String? {
        let manager = FileManager.default
        var paths = [source]
        if let program = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            let parts = program.split(separator: "/")
            func path(_ count: Int, _ name: String) -> String {
                parts.prefix(max(0, count)).reduce(into: "") { $0 += "/" + $1 } + "/" + name
            }
            paths = [path(parts.count - 1, installed), path(parts.count - 2, "share/hereabouts/" + installed)] + paths
            if let build = parts.lastIndex(of: ".build") { paths.append(path(build, source)) }
        }
        return paths.first { manager.fileExists(atPath: $0) }
    }
}
