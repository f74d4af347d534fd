import Community
import Testing

/// The allowed names of guests: they choose a name with each post, and nobody checks who they are.
@Suite struct GuestNameTests {
    private let timeline = Timeline(store: MemoryStore(), now: { 1_000_000 })

    private func post(as name: String) async throws -> Post {
        try await timeline.add("hello", by: Post.Author(account: nil, name: name), at: nil)
    }

    @Test(arguments: [
        "operator", "Admin", "CURATOR", "Hereabouts", "-admin-", "a d m i n", "Operator!", "ＡＤＭＩＮ", "\u{430}nna",
        "Anna \u{430}lt", "op\u{435}rator",
    ])
    func `a name that misleads is refused`(name: String) async {
        await #expect(throws: CommunityFault.self) { _ = try await post(as: name) }
    }

    @Test(arguments: [
        "Guest", "Anna", "Анна", "Anna (Анна)", "Ελένη & Ben", "administrator of nothing", "The museum's curator",
        "李小龙",
        "x", "🎨",
    ])
    func `any other name is accepted`(name: String) async throws {
        #expect(try await post(as: name).author.name == name)
    }
}
