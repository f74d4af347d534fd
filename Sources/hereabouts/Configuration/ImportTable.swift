import FoundationEssentials

/// Finds the tables that set-up makes for imports.
enum ImportTable {
    /// The folder where set-up puts them, in the project's.
    private static let folder = ".cache/import"
    /// Names another folder.
    static let variable = "HEREABOUTS_IMPORT_TABLES"

    /// The path of the table with this file name; `nil` where there is none.
    ///
    /// Looks in the folder that the environment names, or else beside the program, in `share/hereabouts` of the folder
    /// that it is installed in, and where set-up puts tables: in the working folder, and in the folders above the
    /// program that was built there.
    static func path(of name: String) -> String? {
        let manager = FileManager.default
        if let folder = ProcessInfo.processInfo.environment[variable], !folder.isEmpty {
            let path = folder + "/" + name
            return manager.fileExists(atPath: path) ? path : nil
        }
        var folders: [String] = []
        if let program = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            var above = program[...]
            while let slash = above.lastIndex(of: "/") {
                above = above[..<slash]
                if folders.isEmpty { folders = [String(above), above + "/../share/hereabouts"] }
                folders.append(above + "/" + folder)
            }
        }
        return (folders.prefix(2) + [folder] + folders.dropFirst(2)).map { $0 + "/" + name }
            .first { manager.fileExists(atPath: $0) }
    }
}
