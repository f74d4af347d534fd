import GeoCore
import TestSupport

/// A key of 2048 bits and its signature of "Hereabouts", made with Python's `cryptography` (OpenSSL).
enum RSAVector {
    static let modulus = hex(
        "a228e02e5115d7218d61a96cb7dc16618d3bebacaf416bc24d02a319f72a3219a51b3030e1347a23069de2663e56d2de"
            + "646d7e423243562d00222b501a9096c507da5715c8ce6a14f012f7f8d6909a878275b006660e97654f38d2c1c2160e8d"
            + "a7a29880c18284d67bd2515cea50b31dc4ec2c9f310916fb1b0daaebd38d24c425cdbc2e12515a77f051307c17d18f73"
            + "6f242dc27e89f2f75a9ca43ccb121e6c71314c8eadb05c7179c9aa8caa597f09d60e6264cb48ab123ae651f0e62bcdce"
            + "31de66571d5e0ab04ac1ad5505bb1e446b37613ab948237774b58e54cd209bdda294f91aae17e14c78c788c897f41746"
            + "9c84d13f4d22988fbd9d8a7fadec8d0b"
    )
    static let signature = hex(
        "300687efc5df3636977ac868d66a4e7666ff8e412f9276c7d944cf7701c4b6ebbd7854128db6096218ff6af8c54abe3c"
            + "a9113f8b7105393252941de245637806a862ab2f398c3dd78f7cc3a8133372b79ce8e5e07942ff8e6a8f9f47b5efa52e"
            + "d984f3aa3cb4ddb73bc9c66ae4e695fa436b8c3487218c18ba7a834630e4ca267447d57380eaa2df93a668af5fc4bab5"
            + "4f6436958332bae591488ec5c07ac35dfe8cb948b573bb11b42223fd0c79e5a55db87bfc1e2e70f52a8a3e8fc6776b80"
            + "083bb63b4c5862f5cdd8d2220f459cfee5b3bf356ef7e0241aa81b6995d51cdb36cfba97d8623d3eb314968572a51196"
            + "4bbcd63113aa338b46b9d7345949bc14"
    )

    /// The COSE_Key.
    static func key(modulus: [UInt8] = modulus, exponent: [UInt8] = [1, 0, 1], type: UInt8 = 3) -> [UInt8] {
        var key: [UInt8] = [0xa4, 1, type, 3, 0x39, 1, 0, 0x20]
        key +=
            modulus.count < 256
            ? [0x58, UInt8(modulus.count)] : [0x59, UInt8(modulus.count >> 8), UInt8(modulus.count & 255)]
        return key + modulus + [0x21, 0x40 + UInt8(exponent.count)] + exponent
    }
}
