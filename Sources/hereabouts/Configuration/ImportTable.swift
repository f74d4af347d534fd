import FoundationEssentials

/// Finds the tables that set-up makes for imports.
enum ImportTable {
    /// Names a folder that they are in instead.
    static let variable = "HEREABOUTS_IMPORT_TABLES"

    /// The path of the table with this file name, in the folder that the environment names or else where the program's
    /// files are; `nil` where there is none.
    static func path(of name: String) -> String? {
        if let folder = ProcessInfo.processInfo.environment[variable], !folder.isEmpty {
            let path = folder + "/" + name
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        return ProgramFile(installed: name, source: ".cache/import/" + name).path
    }
}
