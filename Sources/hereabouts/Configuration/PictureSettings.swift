import Buckets
import FoundationEssentials
import Pictures
import Server
import Stores

/// The settings for pictures: where they are kept.
struct PictureSettings: Equatable {
    /// A folder, or the text of a `BucketLocation`; by default the folder `pictures` in the data folder.
    var place: String?
    /// The file with the key for the bucket's store; by default the environment has the key.
    var keyFile: String?

    static let keyVariables = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")

    /// Whether a text is a folder or the location of a bucket.
    static func isPlace(_ text: String) -> Bool {
        text.contains("://") ? BucketLocation(text) != nil : !text.isEmpty
    }

    /// The location of the bucket; `nil` if the pictures are in a folder.
    var location: BucketLocation? { place.flatMap { BucketLocation($0) } }

    /// The folder or the bucket in a sentence; `nil` if the pictures are in the data folder.
    var name: String? { location?.name ?? place }

    /// What a backup of the data folder has of the pictures, as a sentence; `nil` if it has all.
    var sentenceAboutBackups: String? {
        guard let name else { return nil }
        let remedy =
            location == nil
            ? "copy that folder, too"
            : "guard the bucket against loss, but let it keep no old versions: they would outlive deleted pictures"
        return "the pictures are in \(name), and backups have only a list of them; \(remedy)"
    }

    /// Opens the bucket; `nil` if the pictures are in a folder. Throws `ConfigurationFault` if there is no key for it.
    func bucket() throws(ConfigurationFault) -> PictureBucket? {
        guard let location else { return nil }
        let bucket = Bucket(location, try key(), now: { .now }, wait: { try await Task.sleep(for: $0) })
        return PictureBucket(bucket, now: { .now })
    }

    private func key() throws(ConfigurationFault) -> AccessKey {
        if let keyFile {
            guard let text = try? String(contentsOf: URL(filePath: keyFile), encoding: .utf8) else {
                throw ConfigurationFault("the file with the key of the pictures' bucket, \(keyFile), cannot be read")
            }
            guard let key = AccessKey(file: text) else {
                throw ConfigurationFault(
                    "\(keyFile) is no file with the key of a bucket: it needs one line aws_access_key_id = … and one "
                        + "line aws_secret_access_key = …")
            }
            return key
        }
        let environment = ProcessInfo.processInfo.environment, (id, secret) = Self.keyVariables
        guard let key = AccessKey(id: environment[id] ?? "", secret: environment[secret] ?? "") else {
            throw ConfigurationFault(
                "there is no key for the bucket of pictures: set \(id) and \(secret) in the environment, or name a file "
                    + "with pictures-key-file")
        }
        return key
    }

    /// Returns the ids of the places in a data folder, which the bucket's mark names; none if there is no database yet.
    static func owners(of data: String) throws -> Set<String> {
        let path = data + "/community.sqlite"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return Set(try SQLiteCopying().owner(of: path).split(separator: " ").map(String.init))
    }
}

extension PictureStorage {
    /// Opens the pictures in the folder `pictures` of a data folder.
    init(dataFolder path: String) throws {
        self.init(folder: try PictureFolder(path: path + "/pictures"), maker: PictureProcess.ofThisProgram)
    }

    /// Opens the pictures of a data folder, which has its database, where the settings say. Throws what keeps the server
    /// from using them, with the remedy: `ConfigurationFault`, `RenditionStoreFault`, `CommandFault`.
    init(_ settings: PictureSettings, dataFolder path: String) async throws {
        if let bucket = try settings.bucket() {
            try await bucket.claim(PictureSettings.owners(of: path))
            self.init(store: bucket, maker: PictureProcess.ofThisProgram)
        } else if let folder = settings.place {
            do {
                self.init(folder: try PictureFolder(path: folder), maker: PictureProcess.ofThisProgram)
            } catch {
                throw CommandFault(
                    "the folder \(folder) cannot be made; name one where you may write with the setting pictures")
            }
        } else {
            try self.init(dataFolder: path)
        }
    }
}

extension PictureProcess {
    /// Runs this program once more for each picture.
    fileprivate static var ofThisProgram: PictureProcess {
        PictureProcess(program: ProgramFile.program, arguments: [PictureCommand.name])
    }
}
