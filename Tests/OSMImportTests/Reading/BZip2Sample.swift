import Foundation

/// Files packed with Python's `bz2`: bzip2 has no way to store bytes as they are, so tests cannot make them by hand.
enum BZip2Sample {
    /// An extract of one named node.
    static let packed = bytes(
        """
        QlpoOTFBWSZTWSyB7IkAABSdgFCB9SeACCav30AgAHUNU9I0aDTepAaHpGg0FAaDBNPUAEpqTM4V6xAfBCzsMQdEPuUI9IqhyBbMffvCtOjpI+
        DMHcL3JQckIWc/QlqBgso6qB2IeUi1saX7ghBlaYeVPxdyRThQkCyB7Ik=
        """)

    /// The same, as two streams cut after 50 bytes.
    static let packedInTwo = bytes(
        """
        QlpoOTFBWSZTWaUNqG0AAAcZgFCBYQeGJ5lAIABUUaMgaNMjQap5TTR5NR+pM0QTYOjOjs6rAuU5NTf/uRiRhNVHkMFkaHTD34u5IpwoSFKG1D
        aAQlpoOTFBWSZTWXtOUv4AAAmdgFAB9ScACCav3wAgAEiEI9JkbSeoMTygUCYmZATBMEeJAnBhRwT2iYHWmVXPgNm+tjpJAUcLdZKrMPsCB4AK
        B4sjLGI7ou5IpwoSD2nKX8A=
        """)

    /// `<osm version="0.6">`, 300 MiB of spaces, `</osm>`.
    static let bomb = bytes(
        """
        QlpoOTFBWSZTWeAPczwFfjUZgNABQQcCI5kAAAggAFChppgAE1VQaeUaNlMbqKgJd5RUBLnsoqAl7znGcffG92tda356kVAS/mKCskyms2pEy3
        4CvxwgAYAAABBAAGEAmoyFQEtSFQEuYoKyTKazakTLfgK/HCABgAAAEEAAYQCajIVAS1IVAS5igrJMprNqRMt+Ar8cIAGAAAAQQABhAJqMhUBL
        UhUBLmKCskyms2pEy34CvxwgAYAAABBAAGEAmoyFQEtSFQEuYoKyTKazakTLfgK/HCABgAAAEEAAYQCajIVAS1IVAS5igrJMprNjzz5WAlgoMw
        mAAQAKAAUQAAACABBAAIClRNNPUIMmIwSBSObpVBBXM7n2diQKR+LuSKcKEgpx+YxA
        """)

    /// What `packed` and `packedInTwo` hold.
    static let listing = ["n1 601000000 249000000 name=Kauppatori"]

    private static func bytes(_ base64: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
