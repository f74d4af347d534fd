import FoundationEssentials
import Glibc
import Server

extension Configuration {
    /// Returns the settings of each place in the folder `places`, by name; `nil` without that setting. Throws
    /// `ConfigurationFault` for settings that cannot be used, or that two places share.
    func placeFiles() throws(ConfigurationFault) -> [PlaceFile]? {
        guard let folder = places else { return nil }
        try checkMain()
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw ConfigurationFault("the folder of places \(folder) cannot be read; name another with --places")
        }
        var files: [PlaceFile] = []
        // Editors leave hidden files and others behind.
        for file in names.sorted() where file.hasSuffix(".conf") && !file.hasPrefix(".") {
            files.append(try PlaceFile(String(file.dropLast(5)), at: "\(folder)/\(file)", on: self))
        }
        guard !files.isEmpty else {
            throw ConfigurationFault("\(folder) has no file of a place; make one, such as \(folder)/old-town.conf")
        }
        try Self.checkAreApart(files)
        return files
    }

    /// Returns the place with a name in the folder `places`. Throws `ConfigurationFault`, also if there is none.
    func placeFile(named name: String) throws(ConfigurationFault) -> PlaceFile {
        guard let files = try placeFiles() else {
            throw ConfigurationFault("there is one place; name the folder of several with the setting places")
        }
        guard let file = files.first(where: { $0.name == name }) else {
            throw ConfigurationFault(
                "there is no place \(name); the places are \(files.map(\.name).joined(separator: ", "))")
        }
        return file
    }

    /// Returns the settings of the place with a name, or without one those of the process, with `flags` on top. Throws
    /// `ConfigurationFault`.
    static func read(
        place name: String?, flags: [String: String?], file: String?
    ) throws(ConfigurationFault) -> Configuration {
        guard let name else {
            let only = try read(flags: flags, file: file)
            if let files = try only.placeFiles() { throw ConfigurationFault(severalPlaces(files)) }
            return only
        }
        let place = try read(flags: [:], file: file).placeFile(named: name)
        return try place.configuration.changed(flags: flags.compactMapValues { $0 }, environment: [:], file: [:])
    }

    /// Says that a command needs to know which of several places it is for.
    static func severalPlaces(_ files: [PlaceFile]) -> String {
        "the server has several places; name one with --place: \(files.map(\.name).joined(separator: ", "))"
    }

    /// Throws for settings that belong into the files of the places.
    private func checkMain() throws(ConfigurationFault) {
        if mesh.isOn {
            throw ConfigurationFault(
                "mesh and places are both set; a node of the mesh serves one place, by its own process")
        }
        let backups = backups.folder == BackupSettings.off ? nil : backups.folder
        let set = [
            ("atlas", atlas), ("host-name", server.hostNames.first), ("public-url", server.publicURL),
            ("pictures", pictures.place), ("backups", backups), ("backup-copy", self.backups.copy),
            ("map-extract", mapUpdates.extract), ("map-changes", mapUpdates.changes),
        ].first { $0.1 != nil }
        if let set {
            throw ConfigurationFault("\(set.0) and places are both set; each place has its own \(set.0), in its file")
        }
    }

    /// Throws if two places have the same name of a host, or keep something in the same place.
    private static func checkAreApart(_ files: [PlaceFile]) throws(ConfigurationFault) {
        func check(
            _ what: String, _ remedy: String, _ values: (Configuration) -> [String]
        ) throws(ConfigurationFault) {
            var owners: [String: String] = [:]
            for file in files {
                for value in Set(values(file.configuration)) {
                    if let other = owners.updateValue(file.path, forKey: value) {
                        throw ConfigurationFault("\(other) and \(file.path) have the same \(what), \(value); \(remedy)")
                    }
                }
            }
        }
        try check("host name", "a name leads to one place") { $0.server.ownNames }
        try check("data folder", "each place needs its own") { [realPath($0.data)] }
        try check("folder or bucket of pictures", "each place needs its own, or its own prefix") {
            let place = $0.pictures.place ?? $0.data + "/pictures"
            return [place.contains("://") ? place : realPath(place)]
        }
        try check("kept extract", "each place needs its own") {
            [$0.mapUpdates.extract].compactMap { $0 }.map { realPath($0) }
        }
        try check("folder of change files", "each place needs its own") {
            [$0.mapUpdates.changes].compactMap { $0 }.map { realPath($0) }
        }
        try check("atlas that change files replace", "let one place follow them for both") {
            [$0.mapUpdates.changes == nil ? nil : $0.atlas].compactMap { $0 }.map { realPath($0) }
        }
        try check("folder of backups", "each place needs its own") {
            [$0.backups.path(of: $0.data), $0.backups.copy].compactMap { $0 }.map { realPath($0) }
        }
    }

    /// Returns a path without links, as far as it exists.
    private static func realPath(_ path: String) -> String {
        let absolute = URL(filePath: path).standardizedFileURL.path
        var rest = absolute[...], missing = ""
        while !rest.isEmpty {
            if let real = realpath(String(rest), nil) {
                defer { free(real) }
                return String(cString: real) + missing
            }
            let slash = rest.lastIndex(of: "/") ?? rest.startIndex
            missing = rest[slash...] + missing
            rest = rest[..<slash]
        }
        return absolute
    }
}

extension PlaceFile {
    /// What the place goes by, as comment lines of a configuration file.
    var comment: String {
        let own = Set(keys + ["data"])
        let settings = Configuration.keys.filter { own.contains($0.name) }.compactMap { key in
            key.get(configuration).map { "#   \(key.name) = \($0)" }
        }
        return (["# place \(name), from \(path):"] + settings).joined(separator: "\n")
    }
}
