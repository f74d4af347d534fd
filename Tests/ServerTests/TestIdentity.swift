/// A self-signed identity for `localhost`, made for these tests with `openssl req -x509 -newkey ec -days 36500`; it
/// protects nothing.
enum TestIdentity {
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUXW4R+b6tonV8A8a1enu3hzzxG0YwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA4MjY0MFoYDzIxMjYxMDI4
        MDgyNjQwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAStmFLL7nvbHCbguw9MyJaF+44lP7/xbQeEWa4K1RAmfHnOAY6qeaKr
        bGPAxWW1L8Rf1tJvI1HZ9n+0bXsH2KiNo28wbTAdBgNVHQ4EFgQUVF7fA6H/iJXa
        k40bCsYlR9KNB4gwHwYDVR0jBBgwFoAUVF7fA6H/iJXak40bCsYlR9KNB4gwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgbXX6adCFLdZT9yciLYskkM/nyhhV2DF2nqXBVA2UHmoCIQCU
        Y3kp/xkWWmMCQ0+4sBlfQjFlm7bxLnzvSzBH/cI1Hw==
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDLQ/j8LQa62vLqJo
        l/PpILx+TX7E5KJp9q+GNC5FHiKhRANCAAStmFLL7nvbHCbguw9MyJaF+44lP7/x
        bQeEWa4K1RAmfHnOAY6qeaKrbGPAxWW1L8Rf1tJvI1HZ9n+0bXsH2KiN
        -----END PRIVATE KEY-----
        """
}
