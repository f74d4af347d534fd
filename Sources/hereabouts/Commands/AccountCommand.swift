public import ArgumentParser
import Community
import Foundation
public import HereaboutsAPI
import Server
import Stores

/// Manages accounts. Only `code` works while a server runs; operators then use the page for the rest.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add and list accounts, and change their roles.",
        subcommands: [Code.self, Add.self, List.self, SetRole.self])

    /// Makes a set-up code, also while a server runs.
    struct Code: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a code that adds an operator or sets a new password in the page.",
            discussion: """
                Works while the server runs. The code works once, within an hour, and replaces the code before it. Run \
                this as the server's user or the superuser, such as \
                `sudo hereabouts account code --data /var/lib/hereabouts/data` or \
                `podman exec NAME hereabouts account code --data /data/data`.
                """)

        @Option(
            name: .customLong("for"),
            help: "The account whose password the code sets (default: the code adds an operator).")
        var account: String?
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            let (store, hasAccount) = try place.setUpCode()
            if let account { try await check(account, hasAccount) }
            let code = try SetUpCodes(store: store, now: MapServer.systemTime).make(for: account).text
            print(code)
            let use = account.map { "sets the password of \($0) and ends all its sign-ins" } ?? "adds an operator"
            standardError("The code \(use). It works once, within an hour.")
            standardError(
                "Open https://ADDRESS/#set-up=\(code) with the server's address, or choose Account, then Use a set-up code."
            )
        }

        /// Throws for a name without an account: otherwise only the page would report it, when the code is used.
        private func check(_ account: String, _ hasAccount: (AccountName) async throws -> Bool) async throws {
            do {
                guard try await hasAccount(AccountName(account)) else {
                    throw CommandFault(
                        "there is no account \(account) at this place; check the name, and --data, --database or --place"
                    )
                }
            } catch CommunityFault.invalid(let field, let reason) {
                throw CommandFault("the \(field) \(reason)")
            }
        }
    }

    /// Adds an account; asks for the password, or reads it from standard input.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an account, such as the first operator's.",
            discussion:
                "In a terminal, the program asks for the password. Otherwise it is the first line of standard input.")

        @Argument(help: "Its name.") var name: String
        @Option(help: "The account's role: user, curator or operator.") var role = RoleName.user
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            let account = try await reporting {
                let password = try Self.password()
                return try await place.accounts(mayBeNew: true)
                    .register(name: name, password: password, role: role.role)
            }
            print("added \(account.name.text), \(role.rawValue)")
        }

        private static func password() throws -> String {
            guard isatty(STDIN_FILENO) == 1 else { return readLine() ?? "" }
            guard let first = getpass("password: ").map({ String(cString: $0) }),
                let second = getpass("again: ").map({ String(cString: $0) })
            else { throw CommandFault("no password could be read") }
            guard first == second else { throw CommandFault("the two passwords differ; nothing was added") }
            return first
        }
    }

    /// Lists the accounts.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the accounts.")

        @OptionGroup var place: PlaceOptions

        func run() async throws {
            let accounts = try place.accounts()
            var after: String?
            while true {
                let page = try await accounts.all(after: after, limit: 200)
                for account in page { print("\(account.name.text)\t\(RoleName(account.role).rawValue)") }
                guard let last = page.last, page.count == 200 else { return }
                after = last.name.text
            }
        }
    }

    /// Changes the role of an account.
    struct SetRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: "Change the role of an account.")

        @Argument(help: "Its name.") var name: String
        @Argument(help: "user, curator or operator.") var role: RoleName
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            let account = try await reporting {
                try await place.accounts().setRole(named: name, to: role.role)
            }
            print("\(account.name.text) is \(role.rawValue) now")
        }
    }
}

extension RoleName: ExpressibleByArgument {}

/// Translates faults to messages.
private func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let fault as CommunityFault {
        switch fault {
        case .nameTaken: throw CommandFault("another account has this name; choose another")
        case .notFound: throw CommandFault("no account has this name; see `hereabouts account list`")
        case .lastOperator: throw CommandFault("this is the last operator; make another account operator first")
        case .invalid(let field, let reason): throw CommandFault("the \(field) \(reason)")
        default: throw fault
        }
    }
}
