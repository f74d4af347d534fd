import FoundationEssentials

/// Finds the tables that set-up makes for imports.
enum ImportTable {
    /// The variable that names another folder for them.
    static let variable = "HEREABOUTS_IMPORT_TABLES"

    /// Returns the path of the table with this file name, in the folder that the environment names, or else among the
    /// program's files; `nil` if there is none.
    static func path(of name: String) -> String? {
        if let folder = ProcessInfo.processInfo.environment[variable], !folder.isEmpty {
            let path = folder + "/" + name
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        return ProgramFile(installed: name, source: ".cache/import/" + name).path
    }
}
