import Community
import Foundation
import Gossip
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import Mesh
import MeshHost
import Server
import Testing

import class TestSupport.TemporaryFolder

/// Reports to the operators of a mesh over HTTP.
@Suite struct MeshReportAnswersTests {
    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let host: MeshHost
    private let town: Town
    private let general: String

    init() async throws {
        let folder = try TemporaryFolder()
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
        try await host.publish(NodeEntry(keys.node.key, name: "the first"))
        (self.folder, self.host) = (folder, host)
        town = try Town(mesh: host) { $0.guests = .post }
        general = Hexadecimal.text(CommonRoom.general.id(in: keys.placeCode).bytes)
    }

    private func refuses(_ code: ErrorCode, _ ask: () async throws -> Void) async {
        await AccessTests.expect(code, ask)
    }

    private func line(_ text: String) async throws -> MeshLine {
        try await town.guest.addMeshLine(.init(text: text, name: "Ada"), in: general)
    }

    @Test func `an operator reads what guests reported and why, hides it, or dismisses the reports`() async throws {
        let chief = try await town.client(of: "chief", .operator)
        let first = try await line("buy coins"), second = try await line("hello")
        try await town.guest.reportInMesh(first.id, .spam)
        try await town.guest.reportInMesh(first.id, .danger)
        try await town.guest.reportInMesh(second.id, .other)
        let reports = try await chief.meshReports().messages
        #expect(reports.map(\.text) == ["hello", "buy coins"] && reports.map(\.kind) == [.line, .line])
        let coins = try #require(reports.last)
        #expect(coins.id == first.id && coins.room == general && coins.pin == nil && coins.name == "Ada")
        #expect(coins.author == first.author && coins.time == first.time && !coins.isNamed)
        #expect(coins.reasons == [.init(reason: .spam, count: 1), .init(reason: .danger, count: 1)])
        #expect(coins.nodes == [.init(key: Hexadecimal.text(keys.node.key.bytes.bytes), name: "the first")])
        #expect(coins.reported >= first.time)
        try await chief.dismissMeshReports(second.id)
        await refuses(.notFound) { try await chief.dismissMeshReports(second.id) }
        #expect(try await chief.meshReports().messages.map(\.text) == ["buy coins"])
        try await chief.hideInMesh(.message, first.id)
        #expect(try await chief.meshReports().messages.isEmpty)
        // The message is not here any more.
        await refuses(.notFound) { try await town.guest.reportInMesh(first.id, .spam) }
    }

    @Test func `a help pin is reported by its own id or by its message's`() async throws {
        let chief = try await town.client(of: "chief", .operator)
        let pin = try await town.guest.add(NewHelpPin(lat: 60, lon: 24, text: "a ramp", key: "0123456789abcdef"))
        try await town.guest.reportInMesh(pin.id, .danger)
        let reported = try #require(try await chief.meshReports().messages.first)
        #expect(reported.kind == .pin && reported.pin == pin.id && reported.room == nil && reported.text == "a ramp")
        #expect(reported.author == pin.author && reported.name == nil)
        try await town.guest.reportInMesh(reported.id, .spam)
        #expect(try await chief.meshReports().messages.map(\.reasons.count) == [2])
        try await chief.dismissMeshReports(pin.id)
        #expect(try await chief.meshReports().messages.isEmpty)
    }

    @Test func `a report of something unknown, or without a reason, is none`() async throws {
        let chief = try await town.client(of: "chief", .operator)
        for id in [String(repeating: "ab", count: 32), "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0"] {
            await refuses(.notFound) { try await town.guest.reportInMesh(id, .spam) }
            await refuses(.notFound) { try await chief.dismissMeshReports(id) }
        }
        await refuses(.invalidParameter) { try await town.guest.reportInMesh("x", .spam) }
        let line = try await line("hello"), path = "/api/v1/mesh/messages/\(line.id)/reports"
        for body in [#"{"reason": "boring"}"#, "{}", #"{"reason": "spam", "text": "x"}"#] {
            let answer = try await town.send(.post, path, body, headers: [.contentType: "application/json"])
            #expect(answer.status == .badRequest)
        }
        #expect(try await chief.meshReports().messages.isEmpty)
    }

    @Test func `a network reports a message once, and few messages in ten minutes`() async throws {
        let chief = try await town.client(of: "chief", .operator)
        func report(_ id: String, _ reason: MeshReportReason, from address: String) async throws -> (Int, String?) {
            let answer = try await town.send(
                .post, "/api/v1/mesh/messages/\(id)/reports", #"{"reason": "\#(reason.rawValue)"}"#,
                headers: [HTTPField.Name("X-Forwarded-For")!: address])
            return (answer.status.code, answer.headers[.retryAfter])
        }
        func counts() async throws -> [Int] {
            try await chief.meshReports().messages.map { $0.reasons.reduce(0) { $0 + $1.count } }
        }
        var ids: [String] = []
        for number in 0..<19 { ids.append(try await line("\(number)").id) }
        #expect(try await report(ids[0], .spam, from: "203.0.113.7") == (204, nil))
        #expect(try await report(ids[0], .danger, from: "203.0.113.7") == (204, nil))
        #expect(try await counts() == [1])
        #expect(try await report(ids[0], .danger, from: "198.51.100.1") == (204, nil))
        #expect(try await counts() == [2])
        for id in ids[1..<10] { #expect(try await report(id, .spam, from: "203.0.113.7") == (204, nil)) }
        // Ten messages, however often each; one that waits is not forgotten. Each minute makes room for one more.
        #expect(try await report(ids[9], .spam, from: "203.0.113.7") == (204, nil))
        var next = 10, answer: (status: Int, wait: String?) = (204, nil)
        while answer.status == 204, next < ids.count {
            answer = try await report(ids[next], .spam, from: "203.0.113.7")
            if answer.status == 204 { next += 1 }
        }
        try #require(answer.status == 429)
        #expect(answer.wait.flatMap(Int.init).map { (1...60).contains($0) } == true)
        #expect(try await report(ids[next], .spam, from: "198.51.100.1") == (204, nil))
        #expect(try await counts().count == next + 1)
    }

    @Test func `others than operators read no reports, and servers without a node say so`() async throws {
        let line = try await line("hello"), anna = try await town.client(of: "anna")
        await refuses(.notLoggedIn) { _ = try await town.guest.meshReports() }
        await refuses(.notAllowed) { _ = try await anna.meshReports() }
        await refuses(.notAllowed) { try await anna.dismissMeshReports(line.id) }
        let looking = try Town(mesh: host) { $0.guests = .look }
        await refuses(.notLoggedIn) { try await looking.guest.reportInMesh(line.id, .spam) }
        let without = try Town { $0.guests = .post }, chief = try await without.client(of: "chief", .operator)
        await refuses(.noMesh) { try await without.guest.reportInMesh(line.id, .spam) }
        await refuses(.noMesh) { _ = try await chief.meshReports() }
        await refuses(.noMesh) { try await chief.dismissMeshReports(line.id) }
    }
}
