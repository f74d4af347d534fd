import Foundation
import Testing

import Buckets

/// The examples with signatures that Amazon publishes
/// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
@Suite struct RequestSignatureTests {
    private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let time = "20130524T000000Z"

    private func signature(
        _ method: String, _ path: String, _ query: [(name: String, value: String)] = [],
        _ headers: [(name: String, value: String)] = [], bodyHash: String = nothing
    ) throws -> String {
        let key = try #require(
            AccessKey(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"))
        return RequestSignature(key: key, region: "us-east-1").authorization(
            method, path, query,
            headers + [
                ("x-amz-date", Self.time), ("Host", "examplebucket.s3.amazonaws.com"),
                ("x-amz-content-sha256", bodyHash),
            ], at: Self.time)
    }

    @Test func `a request for a range of an object`() throws {
        #expect(
            try signature("GET", "/test.txt", [], [("Range", "bytes=0-9")])
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func `a request that puts an object`() throws {
        let hash = RequestSignature.hash(of: Array("Welcome to Amazon S3.".utf8))
        #expect(hash == "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
        let headers = [("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")]
        #expect(
            try signature("PUT", "/test$file.text", [], headers.map { (name: $0.0, value: $0.1) }, bodyHash: hash)
                .hasSuffix("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func `requests for a setting of a bucket and for a list`() throws {
        #expect(
            try signature("GET", "/", [("lifecycle", "")])
                .hasSuffix("Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
        #expect(
            try signature("GET", "/", [("prefix", "J"), ("max-keys", "2")])
                .hasSuffix("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }

    @Test func `times and bodies are written as headers want them`() {
        #expect(RequestSignature.time(Date(timeIntervalSince1970: 1_369_353_600)) == Self.time)
        #expect(RequestSignature.time(Date(timeIntervalSince1970: 1_767_225_599.9)) == "20251231T235959Z")
        #expect(RequestSignature.hash(of: [UInt8]()) == Self.nothing)
        #expect(RequestSignature.escaped("a b/ä+~") == "a%20b%2F%C3%A4%2B~")
    }

    @Test func `times of answers are read`() {
        #expect(HTTPDate.date("Fri, 24 May 2013 00:00:00 GMT") == Date(timeIntervalSince1970: 1_369_353_600))
        for text in ["", "Fri, 24 May 2013 00:00:00 CET", "Fri, 24 Mai 2013 00:00:00 GMT", "24 May 2013"] {
            #expect(HTTPDate.date(text) == nil, "\(text)")
        }
    }

    @Test func `the secret is in no text about a key`() throws {
        let key = try #require(AccessKey(id: "AKID", secret: "hidden"))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped, "\([key])"] {
            #expect(text.contains("AKID") && !text.contains("hidden"))
        }
    }

    @Test func `a key is read from Amazon's form of file`() {
        let key = AccessKey(id: "AKID", secret: "a/b+c==")
        #expect(key != nil)
        #expect(AccessKey(file: "[default]\naws_access_key_id = AKID\r\naws_secret_access_key=a/b+c==\n") == key)
        for text in [
            "", "aws_access_key_id = AKID", "aws_access_key_id = AKID\naws_secret_access_key =",
            "aws_access_key_id = A\naws_secret_access_key = b\n[two]\naws_access_key_id = C\naws_secret_access_key = d",
            "aws_access_key_id = Ä\naws_secret_access_key = b",
        ] { #expect(AccessKey(file: text) == nil, "\(text)") }
    }
}
