import Glibc
import LocalAuthority
import NIOCore
import NIOPosix
import NIOSSL
import Server

extension Doctor {
    /// Asks the server at each address that it should answer at; if none answers, checks whether its port is free.
    func ports() async -> [Finding] {
        let settings = configuration.server
        let trust: HealthProbe.Trust
        do { trust = try self.trust() } catch { return [] }  // The certificate's own check has reported it.
        guard settings.port != 0 else { return [.good("the server uses any free port")] }
        var findings = await check("the map", "/healthz", answering: "ok\n", at: settings.port, trust)
        if configuration.makesCertificate {
            let own = OwnCertificates(configuration).authority
            let text = (try? own.certificate())?.pem ?? ""
            findings += await check(
                "the page about trust", "/authority.pem", answering: text, at: configuration.effectiveTrustPort, .plain)
        }
        return findings
    }

    private func trust() throws -> HealthProbe.Trust {
        if configuration.makesCertificate {
            return .authority(OwnCertificates(configuration).authority)
        }
        // A given certificate need not contain the addresses used here; the check of names came before.
        guard let files = configuration.server.tls else { return .plain }
        return .certificate(try NIOSSLCertificate.fromPEMFile(files.certificate).first?.toDERBytes() ?? [])
    }

    private func check(
        _ what: String, _ path: String, answering body: String, at port: Int, _ trust: HealthProbe.Trust
    ) async -> [Finding] {
        var findings: [Finding] = [], isAnywhere = false
        for address in addresses {
            let place = "\(address.isIPv6 ? "[\(address)]" : "\(address)"):\(port)"
            switch await HealthProbe(address: address, port: port, trust: trust).answer(at: path) {
            case .success(let answer) where answer.status == 200 && answer.body == body:
                isAnywhere = true
                findings.append(.good("\(what) answers at \(place)"))
            case .success(let answer):
                isAnywhere = true
                findings.append(
                    .fault(
                        "the program that answers at \(place) is not this server with these settings"
                            + (answer.status == 0 ? "" : " (status \(answer.status))"),
                        "give the doctor the server's own settings; if it has them, stop that program or choose another port"
                    ))
            case .failure(.refused(let cause)):
                findings.append(
                    .fault(
                        "\(what) does not answer at \(place): \(cause)",
                        "open port \(port) in this machine's firewall, and listen on all addresses (--host 0.0.0.0)"))
            case .failure(.untrusted(let cause)):
                isAnywhere = true
                findings.append(
                    .fault(
                        "the connection to \(place) cannot be encrypted: \(cause)",
                        "give the doctor the server's own settings; if it has them, send SIGHUP to the server (kill -HUP), which "
                            + "reloads the certificate"))
            }
        }
        return isAnywhere ? findings : [await whetherFree(port, for: what)]
    }

    private func whetherFree(_ port: Int, for what: String) async -> Finding {
        let host = configuration.server.host
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: host, port: port).get()
            try await channel.close().get()
            return .good(
                "port \(port) is free for \(what); start the server, and run the doctor again to check each address")
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            return .fault(
                "another program uses port \(port), which \(what) needs",
                "stop it (ss -ltnp shows it), or choose another port")
        } catch let error as IOError where error.errnoCode == EACCES {
            return .fault(
                "this user may not open port \(port)", "choose a port above 1023, or put a proxy before the server"
            )
        } catch {
            return .fault(
                "the server cannot listen on \(host) at port \(port): \(error)", "choose another address with --host")
        }
    }

    /// The addresses on which a server with these settings listens.
    private var addresses: [IPAddress] {
        let host = configuration.server.host
        let open = ["0.0.0.0": "127.0.0.1", "::": "::1", "localhost": "127.0.0.1"]
        let own = [IPAddress(open[host] ?? host)].compactMap { $0 }
        guard host == "0.0.0.0" || host == "::" else { return own }
        return own + ServerNames.networkAddresses().filter { host == "::" || !$0.isIPv6 }
    }
}
