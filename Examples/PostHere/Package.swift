// swift-tools-version: 6.2
import PackageDescription

// Without traits the client comes alone: none of the server's packages is fetched or built. In a package of your own,
// name this project's repository and a version in place of the path.
let package = Package(
    name: "PostHere",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "hereabouts", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "PostHere", dependencies: [.product(name: "HereaboutsAPI", package: "hereabouts")])
    ]
)
