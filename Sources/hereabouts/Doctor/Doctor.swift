import FoundationEssentials
import Glibc
import LocalAuthority
import Server

/// Checks everything outside the program that serving needs: folders, files, the clock, certificates, ports.
struct Doctor {
    let configuration: Configuration
    /// The name of the place among several; `nil` for the only one, and for the process.
    let place: String?

    init(_ configuration: Configuration, of place: String? = nil) {
        (self.configuration, self.place) = (configuration, place)
    }

    /// Runs all checks; no failure stops the others.
    func findings() async -> [Finding] {
        do throws(ConfigurationFault) {
            if let places = try configuration.placeFiles() { return await findings(of: places) }
        } catch {
            return [Finding(isFault: true, line: "fault  \(error)")]
        }
        return await ofPlace() + database() + page() + clock() + certificate() + [names(), proxies()] + ports()
    }

    /// What concerns one place alone: its folders, its atlas, its pictures and its backups.
    private func ofPlace() async -> [Finding] { await [dataFolder()] + atlas() + mapUpdates() + pictures() + backups() }

    /// Checks the process, and each of its places.
    private func findings(of places: [PlaceFile]) async -> [Finding] {
        var process = configuration
        process.server.hostNames = places.flatMap(\.configuration.server.ownNames)
        let doctor = Doctor(process)
        var findings: [Finding] = [dataFolder()]
        for place in places {
            let names = place.configuration.server.ownNames.joined(separator: ", ")
            findings.append(Finding.good("it answers to \(names)").of(place.name))
            findings += await Doctor(place.configuration, of: place.name).ofPlace().map { $0.of(place.name) }
        }
        return await findings + doctor.database() + page() + clock() + doctor.certificate(ofPlaces: true) + [proxies()]
            + ports()
    }

    private func atlas() -> [Finding] {
        var findings: [Finding] = []
        if let atlas = configuration.atlas {
            findings.append(
                access(atlas, R_OK) == 0
                    ? .good("the atlas \(atlas) can be read")
                    : .fault(
                        "the atlas \(atlas) cannot be read: \(cause)", "name an atlas that `hereabouts import` made"))
        } else if access(configuration.data + "/atlas/verified.json", F_OK) == 0 {
            findings.append(.good("the data folder contains an atlas"))
        } else {
            findings.append(
                .fault("the data folder contains no atlas yet", "start the server once with --atlas city.atlas"))
        }
        return findings
    }

    private func page() -> [Finding] {
        var findings: [Finding] = []
        if let web = configuration.server.webFolder {
            if access(web + "/index.html", R_OK) != 0 {
                findings.append(
                    .fault("\(web)/index.html cannot be read: \(cause)", "name the folder of the page with --web"))
            } else if access(web + "/built/main.js", R_OK) != 0 {
                findings.append(.fault("the page in \(web) is not built", "run `make page`"))
            } else {
                findings.append(.good("the page is in \(web)"))
            }
        }
        return findings
    }

    private func dataFolder() -> Finding {
        let data = configuration.data
        var status = stat()
        guard stat(data, &status) == 0 else {
            return errno == ENOENT
                ? .good("the server makes \(data) when it starts")
                : .fault("\(data) cannot be checked: \(cause)", "name another folder with --data")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .fault("\(data) is not a folder", "name another with --data")
        }
        guard access(data, W_OK | X_OK) == 0 else {
            return .fault(
                "\(data) cannot be written: \(cause)", "give it to the user this server runs as: chown USER \(data)")
        }
        guard status.st_mode & 0o007 == 0 else {
            return .fault("every user of this machine may open \(data)", "chmod 700 \(data)")
        }
        return .good("\(data) is writable, and other users may not open it")
    }

    /// Checks that the time is not before that of existing files.
    private func clock() -> [Finding] {
        let now = Date.now, files = ["/proc/self/exe"] + [configuration.atlas].compactMap { $0 }
        for file in files {
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            let change = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
            // A machine whose clock is a little ahead may have written it.
            if change > now + 300 {
                let name = file == "/proc/self/exe" ? "this program" : file
                return [
                    .fault(
                        "the clock shows \(now.formatted(.iso8601)), but \(name) is from \(change.formatted(.iso8601))",
                        "set the clock: timedatectl set-ntp true")
                ]
            }
        }
        return [.good("the clock shows \(now.formatted(.iso8601))")]
    }

    /// Lists the names of the server.
    private func names() -> Finding {
        let settings = configuration.server
        let others = configuration.answeredNames + [settings.publicHost].compactMap { $0 }
        let list = others.filter { !ServerSettings.isOutOfReach($0) }.reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        return .good(
            "the server answers to its addresses and local names"
                + (list.isEmpty ? "; add others with --host-name" : ", and to \(list.joined(separator: ", "))"))
    }

    /// Checks whether any client may claim another address.
    private func proxies() -> Finding {
        let proxies = configuration.server.proxies
        // Addresses that no machine has (RFC 5737, RFC 3849).
        let strangers = ["192.0.2.1", "2001:db8::1"].compactMap { InternetAddress($0) }
        return strangers.contains { proxies.contains($0) }
            ? .fault(
                "proxies = \(proxies) lets any client claim its address and the requested name",
                "name only the addresses of your proxies")
            : .good("the server trusts proxy headers from \(proxies)")
    }

    private func certificate(ofPlaces: Bool = false) -> [Finding] {
        let file: String, key: String, names: ServerNames
        var findings: [Finding] = []
        if configuration.makesCertificate {
            let own = OwnCertificates(configuration)
            (file, key) = (own.authority.certificateFile, own.authority.keyFile)
            guard access(own.authority.authorityFile, F_OK) == 0 else {
                return [.good("the server makes the certificate when it starts")]
            }
            do {
                let (granted, leftOut) = try own.authority.split(own.names)
                names = granted
                if !leftOut.isEmpty {
                    findings.append(
                        .fault(
                            "the authority may not sign for \(leftOut.joined(separator: ", ")), which came up after it was made",
                            "use another name, or remove \(own.authority.authorityFile), start the server again and let "
                                + "phones trust the new one"))
                }
            } catch {
                return [Finding(isFault: true, line: "fault  \(error)")]
            }
        } else if let files = configuration.server.tls {
            (file, key) = (files.certificate, files.key)
            let hosts = ofPlaces ? configuration.server.hostNames.filter { !$0.hasPrefix("*") } : []
            names = configuration.server.publicURL.map { .host(of: $0) } ?? ServerNames(hosts: hosts, addresses: [])
        } else {
            return [
                .good("connections are not encrypted, so phones allow no position, compass or offline use (see --tls)")
            ]
        }
        let inspection = TLSInspection(certificateFile: file, keyFile: key, names: names, at: .now)
        findings += inspection.faults.map { fault in
            let isMended = configuration.makesCertificate && fault.isMendedByNewCertificate
            return .fault(
                fault.finding,
                isMended ? "start the server, or wait a minute if it runs: it makes a new one" : fault.remedy)
        }
        if inspection.faults.isEmpty, let anchor = inspection.anchor, let end = inspection.end {
            let good = (names.hosts + names.addresses.map(\.description)).joined(separator: ", ")
            findings.append(
                .good(
                    "the certificate is good\(good.isEmpty ? "" : " for \(good)") until \(end.formatted(.iso8601)), for people "
                        + "who trust \(anchor)"))
        }
        return findings
    }

    /// The system's text for the last error.
    var cause: String { String(cString: strerror(errno)) }
}
