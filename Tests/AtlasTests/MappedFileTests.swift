import Atlas
import TestSupport
import Testing

@Suite struct MappedFileTests {
    @Test func `a file's bytes are there while it is held`() throws {
        let folder = try TemporaryFolder()
        let file = try MappedFile(path: try folder.write("a", [1, 2, 3]))
        #expect(file.length == 3)
        #expect(withExtendedLifetime(file) { [UInt8](file.bytes) } == [1, 2, 3])
    }

    @Test func `a file that cannot be mapped is named with the reason`() throws {
        let folder = try TemporaryFolder()
        for (path, reason) in [
            (folder.file("missing"), "No such file"), (folder.path, "not a regular file"),
            (try folder.write("empty", []), "empty"),
        ] {
            #expect {
                _ = try MappedFile(path: path)
            } throws: { error in
                "\(error)".contains(path) && "\(error)".contains(reason)
            }
        }
    }
}
