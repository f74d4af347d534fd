import Testing

import Buckets

@Suite struct BucketLocationTests {
    @Test(arguments: [
        ("s3://town/a/b?endpoint=http://127.0.0.1:9000&region=here", "http", "127.0.0.1:9000", "/town/a/b/x"),
        ("s3://town?endpoint=https://S3.example.org:443/", "https", "s3.example.org", "/town/x"),
        ("s3://town/?endpoint=https://[2001:db8::1]:81", "https", "[2001:db8::1]:81", "/town/x"),
        ("s3://town/a/?region=eu-north-1", "https", "town.s3.eu-north-1.amazonaws.com", "/a/x"),
        ("s3://town.example.org", "https", "s3.us-east-1.amazonaws.com", "/town.example.org/x"),
    ])
    func `a location says where requests go`(text: String, scheme: String, authority: String, path: String) throws {
        let location = try #require(BucketLocation(text))
        #expect(location.isEncrypted == (scheme == "https") && location.authority == authority)
        #expect(location.path(of: location.prefix + "x") == path)
        #expect(location.text == text)
    }

    @Test(arguments: [
        "", "s3://", "s3://ab", "S3://town", "https://town", "s3://Town", "s3://-town", "s3://to..wn", "s3://town/a//b",
        "s3://town/../a", "s3://town/a b", "s3://town/ä", "s3://town/a%2Fb", "s3://key:secret@town/a",
        "s3://town?endpoint=s3.example.org", "s3://town?endpoint=https://", "s3://town?endpoint=https://a:0",
        "s3://town?endpoint=https://a:65536", "s3://town?endpoint=https://key:secret@a",
        "s3://town?endpoint=https://a/b",
        "s3://town?endpoint=https://a&endpoint=https://b", "s3://town?secret=x", "s3://town?region=",
        "s3://town?region=a/b", "s3://town?endpoint=https://a?b=c", "s3://town/a\r\nb",
    ])
    func `other texts are no locations`(text: String) { #expect(BucketLocation(text) == nil) }
}
