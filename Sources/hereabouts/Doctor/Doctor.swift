import FoundationEssentials
import Glibc
import LocalAuthority
import Server

/// Looks at everything outside the program that serving needs: folders, files, the clock, certificates, ports.
struct Doctor {
    let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// Makes every check, whatever the ones before it came to.
    func findings() async -> [Finding] {
        await folders() + backups() + clock() + certificate() + [names(), proxies()] + ports()
    }

    private func folders() -> [Finding] {
        var findings = [dataFolder()]
        if let atlas = configuration.atlas {
            findings.append(
                access(atlas, R_OK) == 0
                    ? .good("the atlas \(atlas) can be read")
                    : .fault("the atlas \(atlas) cannot be read: \(cause)", "name one that `hereabouts import` made"))
        } else if access(configuration.data + "/atlas/verified.json", F_OK) == 0 {
            findings.append(.good("the data folder holds an atlas"))
        } else {
            findings.append(
                .fault("the data folder holds no atlas yet", "start the server once with --atlas city.atlas"))
        }
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
                ? .good("\(data) is made when the server starts")
                : .fault("\(data) cannot be looked at: \(cause)", "name another folder with --data")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .fault("\(data) is no folder", "name another with --data")
        }
        guard access(data, W_OK | X_OK) == 0 else {
            return .fault(
                "\(data) cannot be written: \(cause)", "give it to the user this server runs as: chown USER \(data)")
        }
        guard status.st_mode & 0o007 == 0 else {
            return .fault("every user of this machine may enter \(data)", "chmod 700 \(data)")
        }
        return .good("\(data) can be written, and other users may not enter it")
    }

    /// The time cannot be before files that are there already.
    private func clock() -> [Finding] {
        let now = Date.now, files = ["/proc/self/exe"] + [configuration.atlas].compactMap { $0 }
        for file in files {
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            let change = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
            // Another machine may have written it, whose clock is a little ahead.
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

    /// By which names people may ask.
    private func names() -> Finding {
        let settings = configuration.server
        let others = configuration.answeredNames + [settings.publicHost].compactMap { $0 }
        let list = others.filter { !ServerSettings.isOutOfReach($0) }.reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        return .good(
            "the server answers by its addresses and local names"
                + (list.isEmpty ? "; others are added with --host-name" : ", and by \(list.joined(separator: ", "))"))
    }

    /// Whether everybody may say who they are.
    private func proxies() -> Finding {
        let proxies = configuration.server.proxies
        // Addresses that nobody has (RFC 5737, RFC 3849).
        let strangers = ["192.0.2.1", "2001:db8::1"].compactMap { InternetAddress($0) }
        return strangers.contains { proxies.contains($0) }
            ? .fault(
                "proxies = \(proxies) lets everybody say who they are and by which name they ask",
                "name the addresses of your proxies alone")
            : .good("what a proxy says of clients counts from \(proxies)")
    }

    private func certificate() -> [Finding] {
        let file: String, key: String, names: ServerNames
        var findings: [Finding] = []
        if configuration.makesCertificate {
            let own = OwnCertificates(configuration)
            (file, key) = (own.authority.certificateFile, own.authority.keyFile)
            guard access(own.authority.authorityFile, F_OK) == 0 else {
                return [.good("the certificate is made when the server starts")]
            }
            do {
                let (granted, leftOut) = try own.authority.split(own.names)
                names = granted
                if !leftOut.isEmpty {
                    findings.append(
                        .fault(
                            "the authority may not sign for \(leftOut.joined(separator: ", ")), new since it was made",
                            "use another name, or remove \(own.authority.authorityFile), start the server again and let "
                                + "phones trust the new one"))
                }
            } catch {
                return [Finding(isFault: true, line: "fault  \(error)")]
            }
        } else if let files = configuration.server.tls {
            (file, key) = (files.certificate, files.key)
            names = configuration.server.publicURL.map { .host(of: $0) } ?? ServerNames(hosts: [], addresses: [])
        } else {
            return [
                .good("connections are not encrypted, so phones give no position, compass or offline use (see --tls)")
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
                    "the certificate is good\(good.isEmpty ? "" : " for \(good)") until \(end.formatted(.iso8601)), for those "
                        + "who trust \(anchor)"))
        }
        return findings
    }

    /// The system's word for why the last call failed.
    private var cause: String { String(cString: strerror(errno)) }
}
