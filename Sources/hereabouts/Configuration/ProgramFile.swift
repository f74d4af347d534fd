import FoundationEssentials

/// A file or folder that comes with the program: the page, the tables for imports, the sample place.
struct ProgramFile {
    /// Its path in the folder of an installed program's files.
    let installed: String
    /// Its path in the project's folder.
    let source: String

    /// The page; its first file stands for the folder.
    private static let page = ProgramFile(installed: "Web/index.html", source: "Web/index.html")
    /// The sample place, where set-up puts it.
    static let sample = ProgramFile(installed: "sample/Helsinki.osm.pbf", source: ".cache/sample/Helsinki.osm.pbf")
    /// The sample's guide.
    static let guide = ProgramFile(installed: "sample/guide", source: "Demo/guide")

    /// The folder of the page; `nil` where there is none.
    static var pageFolder: String? { page.path.map { String($0.dropLast("/index.html".count)) } }

    /// Where it is; `nil` where it is not found.
    ///
    /// An installed program comes first, so that what happens to lie in the working folder is not served in place of its
    /// own: beside the program, then in `share/hereabouts` of the folder that its `bin` is in. A program that is not
    /// installed looks in the working folder, and in the project's folder that it was built in.
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
