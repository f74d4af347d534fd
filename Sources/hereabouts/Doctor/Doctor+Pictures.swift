import Buckets
import FoundationEssentials
import Glibc
import Pictures

extension Doctor {
    /// Checks the folder or the bucket of pictures, if that is not in the data folder.
    func pictures() async -> [Finding] {
        let settings = configuration.pictures
        guard let place = settings.place else { return [] }
        var findings: [Finding] = []
        if let location = settings.location {
            findings = await bucket(location)
            if let finding = keyFile() { findings.append(finding) }
        } else if access(place, W_OK | X_OK) == 0 || errno == ENOENT {
            findings.append(.good("the pictures are in \(place)"))
        } else {
            findings.append(
                .fault(
                    "the folder of pictures \(place) cannot be written: \(String(cString: strerror(errno)))",
                    "give it to the user this server runs as: chown USER \(place)"))
        }
        if let sentence = settings.sentenceAboutBackups { findings.append(.good(sentence)) }
        let left = configuration.data + "/pictures"
        let names = try? FileManager.default.contentsOfDirectory(atPath: left)
        if place != left, names?.isEmpty == false {
            findings.append(
                .fault(
                    "\(left) still has pictures, which the server no longer shows",
                    "copy them to \(settings.name ?? place) under the same names, then remove that folder"))
        }
        return findings
    }

    private func bucket(_ location: BucketLocation) async -> [Finding] {
        do {
            guard let bucket = try configuration.pictures.bucket() else { return [] }
            try await bucket.check(PictureSettings.owners(of: configuration.data))
            let encryption = location.isEncrypted ? "" : ", over connections that are not encrypted"
            var findings = [Finding.good("\(location.name) answers, and takes the key\(encryption)")]
            switch try? await bucket.keepsOldVersions() {
            case true?:
                findings.append(
                    .fault(
                        "\(location.name) keeps old versions of objects, so deleted pictures stay there",
                        "suspend versions for this bucket, and remove the old ones"))
            case false?: findings.append(.good("it keeps no old versions of objects"))
            case nil:
                findings.append(
                    .good("whether it keeps old versions is not known: the key may not ask (s3:GetBucketVersioning)"))
            }
            return findings
        } catch let fault as RenditionStoreFault {
            return [Finding(isFault: true, line: "fault  \(fault)")]
        } catch {
            return [Finding(isFault: true, line: "fault  \(error)")]
        }
    }

    /// Checks that only the server's user can read the file with the key.
    private func keyFile() -> Finding? {
        var status = stat()
        guard let path = configuration.pictures.keyFile, stat(path, &status) == 0, status.st_mode & 0o077 != 0 else {
            return nil
        }
        return .fault("other users may open \(path), which has a secret", "chmod 600 \(path)")
    }
}
