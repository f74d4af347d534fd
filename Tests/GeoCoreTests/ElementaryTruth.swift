/// Values of the elementary functions, by 500-bit arithmetic; made by scripts/make_elementary_truth.py.
enum ElementaryTruth {
    /// Function, one argument (y then x for `arcTangent`), the true value as the nearest double and what that one
    /// misses.
    static let table = """
        sine 0x0.0p+0 0x0.0p+0 0x0.0p+0
        sine 0x0.0000000000001p-1022 0x0.0000000000001p-1022 0x0.0p+0
        sine 0x1.56e1fc2f8f359p-997 0x1.56e1fc2f8f359p-997 0x0.0p+0
        sine 0x1.12e0be826d695p-30 0x1.12e0be826d695p-30 -0x1.a68cd9e985016p-93
        sine 0x1.921fb54442d18p-1 0x1.6a09e667f3bccp-1 0x1.7a7fb8d4bd43fp-55
        sine 0x1.921fb54442d18p+0 0x1.0000000000000p+0 -0x1.377ce858a5d48p-109
        sine 0x1.921fb54442d18p+1 0x1.1a62633145c07p-53 -0x1.f1976b7ed8fbdp-109
        sine -0x1.921fb54442d18p+1 -0x1.1a62633145c07p-53 0x1.f1976b7ed8fbdp-109
        sine 0x1.921fb54442d18p+2 -0x1.1a62633145c07p-52 0x1.f1976b7ed8fbfp-108
        sine 0x1.0000000000000p+20 0x1.526ccb2fc8656p-2 -0x1.312bfebafe1dfp-56
        sine -0x1.fffff00000000p+19 0x1.4cb305757fa66p-3 -0x1.9051c2ac3d9a0p-59
        sine 0x1.245e16ba1bb6bp+19 -0x1.737f558f646f3p-35 0x1.46e44e580ad46p-89
        sine 0x1.8d76e275f175dp+19 0x1.0000000000000p+0 -0x1.d699ef1877d7ep-81
        sine 0x1.11217229561ffp+19 -0x1.0000000000000p+0 0x1.3f120b5ea657bp-70
        sine 0x1.ec54c5307e64cp+18 -0x1.f34eba3542464p-40 0x1.7ac41d84dc6d3p-94
        sine 0x1.5c384328d7589p+18 0x1.bbb00e3950346p-37 0x1.3929e14576fb4p-91
        sine 0x1.36447e8e7bd52p+19 0x1.ee127e787b569p-36 -0x1.02b50bf8819eap-90
        sine 0x1.c6f767f22f295p+16 -0x1.2cfdf9022b4efp-38 0x1.1eceae6c286b8p-92
        sine 0x1.8890ccd302b3fp+18 0x1.0000000000000p+0 -0x1.fbe1692c5d2adp-76
        sine 0x1.bbe99dd0174d2p+18 -0x1.62a992d6df6b7p-39 -0x1.0da8d09b09315p-95
        sine 0x1.9116718e0a3fcp+19 0x1.ffc5a283477c9p-1 0x1.12728a9db3da3p-55
        sine -0x1.7337a252105b0p+0 -0x1.fc45f20c21adbp-1 0x1.f3733ae792a82p-59
        sine -0x1.cff016949b9b0p-1 -0x1.9301a017b9a1bp-1 0x1.b0ced0a7b73c8p-55
        sine -0x1.24d1440a2aff0p+18 0x1.c9b55472702dep-1 -0x1.6b2af6b1e030cp-55
        sine 0x1.52b5e85c50afap+19 0x1.abb066e5e70cdp-4 0x1.f83a0bb23890ap-59
        sine -0x1.3675b00ea67a0p+16 -0x1.fd20a655b6b80p-1 0x1.0f48ac4daa3d5p-55
        sine 0x1.fff0bae439222p+19 -0x1.499095932bea9p-1 0x1.9f45e8ec7849ap-55
        sine 0x1.94ac73c087744p+19 0x1.2bda0b964baf9p-1 -0x1.d2d863b1f78e4p-55
        sine 0x1.7e710e839bea0p+0 0x1.fe7cccefc5189p-1 0x1.166b62737fb67p-56
        sine 0x1.5bec884d54880p+14 -0x1.d4e14fcafda2dp-2 0x1.94d7b61809d17p-56
        sine -0x1.75d1c3cf330c8p+17 0x1.1b818056041c6p-2 0x1.c99a69d422b4ep-56
        sine 0x1.6564f5950ac40p+1 0x1.5e98ef3cdc743p-2 -0x1.186a2deaf2598p-57
        sine -0x1.2d8fd53e0527ap+19 0x1.5e0867d6291a0p-1 0x1.6dbf4e8a705b5p-55
        sine -0x1.b0d1e341efa2cp+0 -0x1.fc52e2129fb31p-1 -0x1.807e4a419de1ep-56
        sine -0x1.87de1252e8390p+0 -0x1.ff96d20b1617ap-1 -0x1.d524e7304cd19p-56
        sine -0x1.2c1fa83925890p-2 -0x1.27d8614c1a6b9p-2 -0x1.832ebe10bb582p-57
        sine 0x1.a6bd480ea255ep+19 -0x1.52f6639013bc9p-1 0x1.0e2e0965fab98p-55
        sine -0x1.d010612ac84d8p+0 -0x1.f11619edb7d3bp-1 -0x1.6dcc0565a72bep-55
        sine 0x1.ae26d91f70684p+0 0x1.fcef38c241a49p-1 -0x1.1cba9c4bcd3e6p-55
        sine 0x1.db14f80d65ad0p-1 0x1.99c8b302cac4bp-1 0x1.66cdfe9f7c8abp-55
        cosine 0x0.0p+0 0x1.0000000000000p+0 0x0.0p+0
        cosine 0x0.0000000000001p-1022 0x1.0000000000000p+0 0x0.0p+0
        cosine 0x1.56e1fc2f8f359p-997 0x1.0000000000000p+0 0x0.0p+0
        cosine 0x1.12e0be826d695p-30 0x1.0000000000000p+0 -0x1.2725dd1d243acp-61
        cosine 0x1.921fb54442d18p-1 0x1.6a09e667f3bcdp-1 -0x1.ec4c7696139d5p-56
        cosine 0x1.921fb54442d18p+0 0x1.1a62633145c07p-54 -0x1.f1976b7ed8fbcp-110
        cosine 0x1.921fb54442d18p+1 -0x1.0000000000000p+0 0x1.377ce858a5d48p-107
        cosine -0x1.921fb54442d18p+1 -0x1.0000000000000p+0 0x1.377ce858a5d48p-107
        cosine 0x1.921fb54442d18p+2 0x1.0000000000000p+0 -0x1.377ce858a5d48p-105
        cosine 0x1.0000000000000p+20 0x1.e33ada92fe2aep-1 -0x1.420bfaf737b2dp-57
        cosine -0x1.fffff00000000p+19 0x1.f932ec65b1d71p-1 0x1.5759be4908756p-57
        cosine 0x1.245e16ba1bb6bp+19 0x1.0000000000000p+0 -0x1.0d8d28a9cefc3p-70
        cosine 0x1.8d76e275f175dp+19 0x1.5b17f3092f04dp-40 -0x1.006b47cd72a8ap-94
        cosine 0x1.11217229561ffp+19 0x1.942ee899a05c3p-35 -0x1.54519dadcdadap-90
        cosine 0x1.ec54c5307e64cp+18 -0x1.0000000000000p+0 0x1.e6ee0110d021dp-80
        cosine 0x1.5c384328d7589p+18 0x1.0000000000000p+0 -0x1.807d6526f596fp-74
        cosine 0x1.36447e8e7bd52p+19 -0x1.0000000000000p+0 0x1.dcc5b0b781b71p-72
        cosine 0x1.c6f767f22f295p+16 0x1.0000000000000p+0 -0x1.61e43b9335ffdp-77
        cosine 0x1.8890ccd302b3fp+18 -0x1.fdefa3f73d470p-38 -0x1.9f4793179a65cp-92
        cosine 0x1.bbe99dd0174d2p+18 -0x1.0000000000000p+0 0x1.eb596a6d75d1fp-79
        cosine 0x1.9116718e0a3fcp+19 -0x1.e8e3171c39600p-6 -0x1.03010349d19ccp-60
        cosine -0x1.7337a252105b0p+0 0x1.ed4de23000f43p-4 0x1.662daebbc2cb5p-60
        cosine -0x1.cff016949b9b0p-1 0x1.3bcce5f93a4a7p-1 -0x1.6cad04da93570p-57
        cosine -0x1.24d1440a2aff0p+18 0x1.cae62ad75bf86p-2 0x1.d7fe8c71edd7ep-56
        cosine 0x1.52b5e85c50afap+19 -0x1.fd3384bec3590p-1 0x1.0ec3e4e8011a7p-59
        cosine -0x1.3675b00ea67a0p+16 -0x1.b144bcd8914aep-4 -0x1.ef0246bfed59ap-60
        cosine 0x1.fff0bae439222p+19 -0x1.87d4946a6187bp-1 0x1.a9bb4737dc0f9p-55
        cosine 0x1.94ac73c087744p+19 0x1.9f02727cf9b17p-1 0x1.5ce3d2a9073b9p-55
        cosine 0x1.7e710e839bea0p+0 0x1.3a9b0580c8f4ap-4 0x1.425a461e767f7p-58
        cosine 0x1.5bec884d54880p+14 0x1.c72c1e59a5a5bp-1 -0x1.0fd4b05aff618p-56
        cosine -0x1.75d1c3cf330c8p+17 -0x1.ebfc62a30e10ap-1 -0x1.af0fc29948d12p-57
        cosine 0x1.6564f5950ac40p+1 -0x1.e10e33507fcccp-1 0x1.c28de9a452d2cp-55
        cosine -0x1.2d8fd53e0527ap+19 0x1.75a8b14a5248ep-1 0x1.282af9bb9cda5p-56
        cosine -0x1.b0d1e341efa2cp+0 -0x1.e9f5ced0a8d98p-4 -0x1.b5f377aa4b2dbp-59
        cosine -0x1.87de1252e8390p+0 0x1.481de47636326p-5 0x1.2f7cd8dbfbeb0p-59
        cosine -0x1.2c1fa83925890p-2 0x1.ea2a8bcb13732p-1 -0x1.2893983e13a34p-55
        cosine 0x1.a6bd480ea255ep+19 -0x1.7fbacb14d3846p-1 0x1.0c5c8bf6974e5p-55
        cosine -0x1.d010612ac84d8p+0 -0x1.eab34a78f6e77p-3 0x1.2afd17621034dp-57
        cosine 0x1.ae26d91f70684p+0 -0x1.bf8d071afac92p-4 -0x1.a75f92f1c6144p-58
        cosine 0x1.db14f80d65ad0p-1 0x1.32f45c9d5e252p-1 0x1.0fb1ddfd3a89ep-56
        tangent 0x0.0p+0 0x0.0p+0 0x0.0p+0
        tangent 0x0.0000000000001p-1022 0x0.0000000000001p-1022 0x0.0p+0
        tangent 0x1.56e1fc2f8f359p-997 0x1.56e1fc2f8f359p-997 0x0.0p+0
        tangent 0x1.12e0be826d695p-30 0x1.12e0be826d695p-30 0x1.a68cd9e985016p-92
        tangent 0x1.921fb54442d18p-1 0x1.fffffffffffffp-1 0x1.cb3b399d747f3p-55
        tangent 0x1.921fb54442d18p+0 0x1.d02967c31cdb5p+53 -0x1.f3c72fe49aa2ap-3
        tangent 0x1.921fb54442d18p+1 -0x1.1a62633145c07p-53 0x1.f1976b7ed8fbap-109
        tangent -0x1.921fb54442d18p+1 0x1.1a62633145c07p-53 -0x1.f1976b7ed8fbap-109
        tangent 0x1.921fb54442d18p+2 -0x1.1a62633145c07p-52 0x1.f1976b7ed8fb5p-108
        tangent 0x1.0000000000000p+20 0x1.6692e5779206fp-2 0x1.d2e6e7ad9a795p-56
        tangent -0x1.fffff00000000p+19 0x1.512d9bf52026ap-3 -0x1.586a3fb76f0b3p-57
        tangent 0x1.245e16ba1bb6bp+19 -0x1.737f558f646f3p-35 0x1.46e2c72e65c85p-89
        tangent 0x1.8d76e275f175dp+19 0x1.79a0968d46613p+39 -0x1.f03e756e23a1ap-17
        tangent 0x1.11217229561ffp+19 -0x1.4449df1992f7ep+34 0x1.6a3944ad11934p-20
        tangent 0x1.ec54c5307e64cp+18 0x1.f34eba3542464p-40 -0x1.7ac41c976e828p-94
        tangent 0x1.5c384328d7589p+18 0x1.bbb00e3950346p-37 0x1.392a0aeb8d950p-91
        tangent 0x1.36447e8e7bd52p+19 -0x1.ee127e787b569p-36 0x1.02b425ee86821p-90
        tangent 0x1.c6f767f22f295p+16 -0x1.2cfdf9022b4efp-38 0x1.1eceab2bfb525p-92
        tangent 0x1.8890ccd302b3fp+18 -0x1.01093fbdcb13ep+37 -0x1.da0b90a338690p-18
        tangent 0x1.bbe99dd0174d2p+18 0x1.62a992d6df6b7p-39 0x1.0da8d5ec776b6p-95
        tangent 0x1.9116718e0a3fcp+19 -0x1.0bfbc2242dd4fp+5 0x1.90764f612d461p-50
        tangent -0x1.7337a252105b0p+0 -0x1.07c4a5918906fp+3 0x1.20b09735344dcp-52
        tangent -0x1.cff016949b9b0p-1 -0x1.46b1496aefad7p+0 -0x1.fd34a798b3986p-54
        tangent -0x1.24d1440a2aff0p+18 0x1.feabe37eb4c03p+0 0x1.5cbfbee39b3f7p-56
        tangent 0x1.52b5e85c50afap+19 -0x1.ae0a30ac35ce1p-4 -0x1.4af3e3d116b4ap-58
        tangent -0x1.3675b00ea67a0p+16 0x1.2cd26730a8f1ep+3 0x1.253750dd23dd7p-51
        tangent 0x1.fff0bae439222p+19 0x1.aea366e7952c8p-1 -0x1.b6c93bbeb11c3p-55
        tangent 0x1.94ac73c087744p+19 0x1.71edd5fa16470p-1 0x1.6437a4d0974cep-56
        tangent 0x1.7e710e839bea0p+0 0x1.9f647dafe3528p+3 -0x1.30cf8b9ea4601p-52
        tangent 0x1.5bec884d54880p+14 -0x1.07b5a7d6a6b37p-1 0x1.835e0f9f932b9p-55
        tangent -0x1.75d1c3cf330c8p+17 -0x1.2709f9503a860p-2 -0x1.61a3e5dae9672p-57
        tangent 0x1.6564f5950ac40p+1 -0x1.75266927e84f8p-2 -0x1.bf7e3fa16c605p-59
        tangent -0x1.2d8fd53e0527ap+19 0x1.dfa06f5738954p-1 0x1.bfbc0265f3caep-56
        tangent -0x1.b0d1e341efa2cp+0 0x1.09984582eced2p+3 -0x1.73f8351ff1d9ep-51
        tangent -0x1.87de1252e8390p+0 -0x1.8f25a139c0de1p+4 -0x1.3e0a097321510p-51
        tangent -0x1.2c1fa83925890p-2 -0x1.3505f4f5e36afp-2 -0x1.db33da37da163p-59
        tangent 0x1.a6bd480ea255ep+19 0x1.c444b216638d7p-1 0x1.8661b613b7f9cp-55
        tangent -0x1.d010612ac84d8p+0 0x1.0354e2cff60bap+2 -0x1.d8eca18271562p-54
        tangent 0x1.ae26d91f70684p+0 -0x1.231c8cdc0a9a8p+3 0x1.781bd4fc3bbbdp-53
        tangent 0x1.db14f80d65ad0p-1 0x1.55c27d7cd3707p+0 -0x1.311a01bd25f57p-54
        arcSine 0x0.0p+0 0x0.0p+0 0x0.0p+0
        arcSine 0x1.0000000000000p+0 0x1.921fb54442d18p+0 0x1.1a62633145c07p-54
        arcSine -0x1.0000000000000p+0 -0x1.921fb54442d18p+0 -0x1.1a62633145c07p-54
        arcSine 0x1.0000000000000p-1 0x1.0c152382d7366p-1 -0x1.ee6913347c2a6p-55
        arcSine -0x1.0000000000000p-1 -0x1.0c152382d7366p-1 0x1.ee6913347c2a6p-55
        arcSine 0x1.19799812dea11p-40 0x1.19799812dea11p-40 0x1.c5b5b6ee6e898p-123
        arcSine 0x1.fffffffffffffp-1 0x1.921fb50442d18p+0 0x1.1a6263269b15cp-54
        arcSine 0x1.0000000000000p-30 0x1.0000000000000p-30 0x1.5555555555555p-93
        arcSine 0x1.6a09e667f3bcdp-1 0x1.921fb54442d19p-1 -0x1.bc7e938bd7e9cp-57
        arcSine 0x1.fffffca501acbp-1 0x1.920266447a7fap+0 -0x1.c40ec35f0776bp-55
        arcSine 0x1.65e6860563d88p-1 0x1.8c4df51c372aap-1 -0x1.b68997ff45759p-55
        arcSine -0x1.a7a140816c2f0p-4 -0x1.a863881c1f3e2p-4 -0x1.eb0cf4f14a185p-59
        arcSine 0x1.0ec0579b4c9d0p-3 0x1.0f8bd95055be9p-3 0x1.4909c89d2b5a6p-57
        arcSine 0x1.00218b6cbad60p-2 0x1.02e14215524cep-2 -0x1.22f237e8a4971p-60
        arcSine 0x1.749f9e2a922f0p-2 0x1.7d612aff9655bp-2 -0x1.cf4a93c4ad621p-57
        arcSine 0x1.3afeb77ff7fc8p-2 0x1.402fdff649d8ep-2 0x1.38277619486b7p-56
        arcSine -0x1.130f6670061dep-1 -0x1.2260edee6650fp-1 0x1.02729d9e5042ep-55
        arcSine -0x1.d6feb01003456p-1 -0x1.2af896a6762bbp+0 -0x1.f75dfed282df4p-59
        arcSine -0x1.65b9557a7ab00p-3 -0x1.6791828d9b9cep-3 0x1.cc42e994f065fp-57
        arcSine 0x1.c16d808ad09a0p-5 0x1.c1a74b9f1e3e9p-5 0x1.f11ded1630cdfp-62
        arcSine -0x1.acc883fc54b3ep-1 -0x1.fc3a47d366bf5p-1 0x1.c8f3ac7d79f36p-55
        arcSine 0x1.efa3b7f685210p-3 0x1.f49c22cd12f7ep-3 0x1.f9ac41de8ac98p-60
        arcSine -0x1.8ae44c165f5e8p-2 -0x1.95662dc97302ap-2 -0x1.62a8d86a7a7f4p-57
        arcSine -0x1.379a7f9e52792p-1 -0x1.4effdaf5e8521p-1 -0x1.c8887bde60d3bp-58
        arcSine 0x1.b7bad98c99a12p-1 0x1.0873b0eb53532p+0 0x1.7c70694a7d7d7p-54
        arcSine 0x1.70802f2e2fff4p-1 0x1.9b589be5f596cp-1 -0x1.0d682a5ee2633p-55
        arcSine 0x1.b7a7a2f8fbbc6p-1 0x1.0860f0f1954a8p+0 -0x1.1857ae62b3dabp-54
        arcSine 0x1.9091d26e5259cp-2 0x1.9b8f8d0ec8079p-2 0x1.b44f3827eb311p-57
        arcSine 0x1.6700c1daa42eap-1 0x1.8dd93817eae69p-1 -0x1.918c8924fdde3p-59
        arcSine 0x1.a859dad90edccp-2 0x1.b58b4e441544fp-2 0x1.493d4f51005aep-56
        arcSine 0x1.608a6259cb5a8p-1 0x1.84dc9d30fe35ep-1 -0x1.e3fb6c4ef9704p-59
        arcSine 0x1.77972f5f1f54ap-1 0x1.a5aab3ef44fa8p-1 -0x1.bf399e8f4ce82p-57
        arcSine -0x1.cdee4c64d65acp-1 -0x1.1ff70ca57878ep+0 0x1.44e9b18367845p-54
        arcSine 0x1.d81403267acd8p-2 0x1.eaa2fb80f0719p-2 0x1.e3f751a036070p-56
        arcSine -0x1.3d78eb0186778p-1 -0x1.566ffe972cd61p-1 -0x1.d27d16772547ap-55
        arcSine -0x1.3b1eceada1198p-3 -0x1.3c60901cc3628p-3 -0x1.5536fe0eb197bp-61
        arcSine -0x1.81310a42b0b18p-2 -0x1.8ae871ca35590p-2 -0x1.2fc69784f21c6p-56
        arcSine 0x1.5b1cc69c7b5c2p-1 0x1.7d6d7313464adp-1 -0x1.3ebd3bff57832p-56
        arcSine 0x1.6c87fe06e7bbep-1 0x1.95a93df55d946p-1 0x1.c834c63cea961p-55
        arcSine -0x1.13058ef48e3c0p-2 -0x1.1670b39ea047fp-2 0x1.4b6247c75f952p-58
        arcTangent 0x0.0p+0 0x1.0000000000000p+0 0x0.0p+0 0x0.0p+0
        arcTangent 0x1.0000000000000p+0 0x0.0p+0 0x1.921fb54442d18p+0 0x1.1a62633145c07p-54
        arcTangent -0x1.0000000000000p+0 0x0.0p+0 -0x1.921fb54442d18p+0 -0x1.1a62633145c07p-54
        arcTangent 0x1.0000000000000p+0 0x1.0000000000000p+0 0x1.921fb54442d18p-1 0x1.1a62633145c07p-55
        arcTangent 0x1.0000000000000p+0 -0x1.0000000000000p+0 0x1.2d97c7f3321d2p+1 0x1.a79394c9e8a0ap-54
        arcTangent -0x1.0000000000000p+0 -0x1.0000000000000p+0 -0x1.2d97c7f3321d2p+1 -0x1.a79394c9e8a0ap-54
        arcTangent 0x1.56e1fc2f8f359p-997 0x1.0000000000000p+0 0x1.56e1fc2f8f359p-997 0x0.0p+0
        arcTangent -0x1.70ef54646d497p-57 -0x1.0000000000000p+0 -0x1.921fb54442d18p+1 -0x1.03536deafeebdp-53
        arcTangent 0x1.0000000000000p-4 0x1.0000000000000p+0 0x1.ff55bb72cfdeap-5 -0x1.c934d86d23f1dp-60
        arcTangent 0x1.8000000000000p-3 0x1.0000000000000p+0 0x1.7b97b4bce5b02p-3 0x1.347b0b4f881cap-58
        arcTangent 0x1.4000000000000p-2 0x1.0000000000000p+0 0x1.362773707ebccp-2 -0x1.963a544b672d8p-57
        arcTangent 0x1.c000000000000p-2 0x1.0000000000000p+0 0x1.a64eec3cc23fdp-2 -0x1.24dec1b50b7ffp-56
        arcTangent 0x1.2000000000000p-1 0x1.0000000000000p+0 0x1.0657e94db30d0p-1 -0x1.d5b495f6349e6p-56
        arcTangent 0x1.6000000000000p-1 0x1.0000000000000p+0 0x1.345f01cce37bbp-1 0x1.1021137c71102p-55
        arcTangent 0x1.a000000000000p-1 0x1.0000000000000p+0 0x1.5d58987169b18p-1 0x1.0028e4bc5e7cap-57
        arcTangent 0x1.e000000000000p-1 0x1.0000000000000p+0 0x1.819d0b7158a4dp-1 -0x1.bf76229d3b917p-56
        arcTangent -0x1.c32f0ceb1ca35p-3 -0x1.5f0d0e0c6103ep+15 -0x1.921f8c239919cp+1 0x1.34723a939b006p-53
        arcTangent 0x1.78a54a3da5fe3p-5 -0x1.2977b9df99118p+3 0x1.917da3a28c0c0p+1 -0x1.4c5326b33da64p-54
        arcTangent 0x1.876a4265524dap-1 0x1.0a0b1035c4835p+3 0x1.7795359371908p-4 0x1.04918a23260e0p-58
        arcTangent 0x1.f004d3b02306fp-2 -0x1.57f5e15f5d3f5p+12 0x1.921cd2ebd272cp+1 -0x1.3083b1ba3e345p-56
        arcTangent -0x1.e933b6e714ec7p-2 0x1.9b8a3b555134fp-18 -0x1.921edde843cb1p+0 0x1.27f1fde3bd063p-58
        arcTangent 0x1.469b270f1e102p+0 -0x1.5fdc2d6c41811p+17 0x1.921f79dc30030p+1 -0x1.2167cc604f2f3p-53
        arcTangent -0x1.e3bc5a6d8dcb8p-2 -0x1.b9eb0abe75ab2p-10 -0x1.9309939b23c24p+0 0x1.25afc4603864bp-56
        arcTangent 0x1.03d87df50cc5bp+0 -0x1.b8d15f27c96f7p-15 0x1.922319dab3760p+0 0x1.ca95628e89606p-55
        arcTangent -0x1.df834ce746e79p-2 0x1.c7e760e516b0cp+10 -0x1.0d41cb12e60cdp-12 0x1.275c82a0ccae2p-66
        arcTangent -0x1.32fd0e8b09b24p+0 -0x1.e0f09d31f06e4p+10 -0x1.920b483c67346p+1 -0x1.1a533309abdb8p-54
        arcTangent 0x1.4e09621ea29e3p+0 -0x1.758b0af733685p-15 0x1.9221f1d22239ap+0 0x1.45ca04a69da6ep-54
        arcTangent -0x1.1b98459574e79p-1 0x1.1028beeb51b6bp+19 -0x1.0ac1b50f3cf7cp-20 0x1.577e5ae9f32cfp-75
        arcTangent 0x1.90b1329b776a0p-7 -0x1.a856c03f2f740p+16 0x1.921fb45286e01p+1 -0x1.0b4fa98126314p-53
        arcTangent -0x1.d88818f474241p-4 0x1.15152f3d33ad0p-19 -0x1.921e890a5b867p+0 -0x1.6aa2953d396e5p-57
        arcTangent 0x1.6f7089060ab2bp+0 0x1.0ebd4732e5a5ap+1 0x1.314245ab718b2p-1 0x1.a41cc0399df4fp-55
        arcTangent -0x1.02a54483f51e9p+1 -0x1.0ae3ce5a4e048p-15 -0x1.9220bd6d362cep+0 0x1.d637d345bee98p-54
        arcTangent -0x1.599c5b2b172f3p-1 0x1.d41174abcc3e0p-10 -0x1.91725af4464b7p+0 0x1.036a1e7e5e6d6p-54
        arcTangent -0x1.9ba19d6d40525p-4 0x1.816d6f49331ebp-6 -0x1.574207e054231p+0 0x1.0f736d0059ff8p-55
        arcTangent -0x1.88bacd0e56905p-1 0x1.9274ded514459p-14 -0x1.9217828b17c0bp+0 -0x1.ecad7a20882e7p-56
        arcTangent -0x1.05d96d2b96ce6p+0 -0x1.6e8dac705e8fap+10 -0x1.9208d9452621fp+1 0x1.b29ad5d5d6c9ep-54
        arcTangent 0x1.e7edced304e1cp-2 -0x1.7c234e80bae0ap-2 0x1.1dc794b5766c3p+1 0x1.61741fb909957p-53
        arcTangent 0x1.8ff582f71b9dbp-1 0x1.7b8253a919330p+17 0x1.0dcb6c68997f5p-18 -0x1.5b53bcffa7cc3p-72
        arcTangent 0x1.72261c56f6660p-1 0x1.6b669bad8c536p-12 0x1.92004a9ce07a9p+0 0x1.155b3ad8e072fp-54
        arcTangent 0x1.32901dd241f58p+0 -0x1.9dada3e334156p-13 0x1.922a80da4bddbp+0 0x1.ae178cd28b9eep-54
        exponential 0x0.0p+0 0x1.0000000000000p+0 0x0.0p+0
        exponential 0x1.0000000000000p+0 0x1.5bf0a8b145769p+1 0x1.4d57ee2b1013ap-53
        exponential -0x1.0000000000000p+0 0x1.78b56362cef38p-2 -0x1.ca8a4270fadf5p-57
        exponential 0x1.2725dd1d243acp-60 0x1.0000000000000p+0 0x1.2725dd1d243acp-60
        exponential 0x1.0000000000000p-1 0x1.a61298e1e069cp+0 -0x1.b4690082a4906p-55
        exponential 0x1.62e42fefa39efp-2 0x1.6a09e667f3bccp+0 0x1.f68d3de197eeap-54
        exponential -0x1.62e42fefa39efp-2 0x1.6a09e667f3bcdp-1 -0x1.7233c057e4796p-55
        exponential 0x1.6273333333333p+9 0x1.a796454e90694p+1022 0x1.1a714dd75ab0fp+966
        exponential -0x1.61f3333333333p+9 0x1.a4904f4342894p-1022 0x0.0p+0
        exponential -0x1.c58f7770d6048p+1 0x1.d9b8b9cb81c8cp-6 -0x1.0587a3cfd2210p-60
        exponential 0x1.ffb145fb78dacp+7 0x1.13eb16c28cda8p+369 -0x1.9b2b5e1f2db06p+315
        exponential 0x1.0652157552836p+1 0x1.f0d668bdfc43dp+2 -0x1.49daf4bdf4d7ap-53
        exponential 0x1.1f5f05dd2512ap+9 0x1.219bdd6d7890ep+829 0x1.b1f0558c0ab6bp+774
        exponential -0x1.f9d82af99ed5ep+1 0x1.3ade03d14ca15p-6 -0x1.7cb7ef2034388p-60
        exponential 0x1.22726052b2862p+9 0x1.0971b7a5937dcp+838 0x1.e3d39fe752593p+784
        exponential 0x1.3fc2147ee0e5ap+1 0x1.851a95721e0ccp+3 -0x1.1cc266bdd9050p-54
        exponential -0x1.816a141c16d8cp+8 0x1.f397071b4f334p-557 0x1.28a267c4acbe6p-614
        exponential -0x1.4e4cb4953b270p-1 0x1.0a8176092d3b1p-1 -0x1.4a5fdd13de374p-55
        exponential 0x1.22607c21ba408p+7 0x1.60c9683c33396p+209 0x1.959ec6856a4e8p+155
        exponential -0x1.c7b9ac4bf0e60p+0 0x1.594f517015c8ep-3 0x1.5a8097080f88fp-58
        exponential -0x1.ef146acb118d0p+0 0x1.281ad902a91eep-3 -0x1.391522df8e9cap-58
        exponential 0x1.641576880935ap+1 0x1.026567878968ep+4 -0x1.412f35017c3bfp-52
        exponential 0x1.62afe3ce07918p+8 0x1.a165a5ccc5e49p+511 -0x1.56f17d36351b6p+457
        exponential 0x1.fb41baaf76788p+0 0x1.d037de707d69cp+2 -0x1.56fd90f86d400p-54
        exponential 0x1.7674804e9c640p+6 0x1.0a27acc8a8c56p+135 -0x1.076267d0b1a4ap+80
        exponential -0x1.64341e60b2e50p-1 0x1.feb07fab54f45p-2 0x1.36621196b6201p-56
        exponential 0x1.43b2b87e2f3f0p+6 0x1.ae5dbd72d7fc6p+116 0x1.e25a05436a124p+61
        exponential 0x1.c5437ae973d4ap+1 0x1.140b7ba2c9e0fp+5 -0x1.cadc7976abc48p-51
        exponential -0x1.fec52e4fa423cp+8 0x1.151bf3de8760dp-737 0x1.2450991fe2feap-791
        exponential -0x1.6640772e4fe74p+0 0x1.f952afd5b78dep-3 0x1.b8bf52eff95aep-57
        exponential -0x1.f4fadaf93e5cap+1 0x1.471050484518ap-6 0x1.a59d5ffcc5227p-60
        exponential 0x1.01263041cedacp+9 0x1.f7709d357e383p+741 0x1.965bc765539e0p+685
        exponential 0x1.0502989d230e0p+8 0x1.78e64a2296260p+376 -0x1.02b966a80149fp+322
        exponential -0x1.928aa2d39428dp+8 0x1.318f0f301ec06p-581 0x1.7895b64771182p-635
        exponential 0x1.3f931301214fap+1 0x1.848bcb604fa05p+3 0x1.38b5eaee3e085p-51
        exponential 0x1.d86f15becc844p+0 0x1.952dbca588c29p+2 0x1.c97914af0d015p-52
        exponential -0x1.7f8bbbfd24444p+0 0x1.c9c83049c4509p-3 -0x1.2826ccc9e29dcp-62
        exponential -0x1.7cb84076a1f1ap+1 0x1.a271618be43d8p-5 0x1.156aca4e4c079p-59
        exponential -0x1.49046aed6ce00p-3 0x1.b40348c6871b6p-1 -0x1.ce535645baf4ap-55
        exponential -0x1.3972a94e00d9ap+1 0x1.61e0f90075938p-4 0x1.20326c611e40ap-58
        logarithm 0x1.0000000000000p+0 0x0.0p+0 0x0.0p+0
        logarithm 0x1.0000000000000p+1 0x1.62e42fefa39efp-1 0x1.abc9e3b39803fp-56
        logarithm 0x1.0000000000000p-1 -0x1.62e42fefa39efp-1 -0x1.abc9e3b39803fp-56
        logarithm 0x1.5bf0a8b145769p+1 0x1.0000000000000p+0 -0x1.ea8556644e4cdp-55
        logarithm 0x1.0000000000001p+0 0x1.fffffffffffffp-53 0x1.5555555555554p-158
        logarithm 0x1.fffffffffffffp-1 -0x1.0000000000000p-53 -0x1.0000000000000p-107
        logarithm 0x1.6a09e667f3bcdp+0 0x1.62e42fefa39f0p-2 0x1.c2e0e1b1548c2p-56
        logarithm 0x1.6a09e667f3bcdp-1 -0x1.62e42fefa39eep-2 0x1.716fdfdbc882ep-60
        logarithm 0x0.012688b70e62bp-1022 -0x1.64e69394d9508p+9 -0x1.35918fe61c196p-47
        logarithm 0x1.e42d130773b76p+1023 0x1.62dd08fdc6f88p+9 0x1.16a687db2877dp-45
        logarithm 0x1.0a1283c7ba768p+801 0x1.159fef099ec64p+9 0x1.a9eeb26c56fe1p-50
        logarithm 0x1.ab6fb346be295p+0 0x1.067729dc22092p-1 0x1.edc50eaaf93a2p-55
        logarithm 0x1.49d8a20a47b33p+0 0x1.038829ca71005p-2 -0x1.5f28f10ebe6b4p-56
        logarithm 0x1.d2a55dd70b904p+0 0x1.3366c41371b75p-1 0x1.c9821ffaa7c7dp-55
        logarithm 0x1.0c4abaf99b473p-1 -0x1.4ae12622fae11p-1 0x1.e01358b2a8d0bp-56
        logarithm 0x1.b0e13e05c0393p-397 -0x1.12a7763cd8cd8p+8 -0x1.d9f1787a963d7p-46
        logarithm 0x1.f1688850a1b90p-1 -0x1.d9b75da5f0114p-6 0x1.6e49863b66908p-64
        logarithm 0x1.b737206a232d7p-865 -0x1.2b8428ebd39bep+9 -0x1.f3fa3f5c4b79cp-45
        logarithm 0x1.9c9587b7c45fep+650 0x1.c305debd5e818p+8 0x1.3ea0629a05054p-46
        logarithm 0x1.927653da41a60p-1 -0x1.ed006448a9c12p-3 0x1.0a2459c66aed9p-57
        logarithm 0x1.f4c09b2d4de80p+0 0x1.5784b1f4ccdfep-1 -0x1.443cc25b14235p-55
        logarithm 0x1.7b99a8eb04aa1p-359 -0x1.f0e44c8e92fabp+7 0x1.db94c8c46e45dp-47
        logarithm 0x1.f6cff5ba3c892p+0 0x1.599ec9b7878b0p-1 -0x1.d26abf04b09e9p-59
        logarithm 0x1.921f27ccee3c0p+0 0x1.ce6a4a1cccf00p-2 0x1.46877cb98e4c8p-56
        logarithm 0x1.be3f41ac73422p+0 0x1.1c841add3d6d8p-1 -0x1.5c56cb44e956dp-55
        logarithm 0x1.9130ba146a334p-1 -0x1.f37be44da9f4ap-3 -0x1.6f5064f317d5bp-58
        logarithm 0x1.195d18c2a6586p-574 -0x1.8dc5a284dc1e8p+8 0x1.787bd8ebd3b11p-47
        logarithm 0x1.3addc3b09547cp+0 0x1.a7e02dc187fddp-3 -0x1.b69832e2453a4p-57
        logarithm 0x1.2dfac93acdd94p+339 0x1.d648be3ae4ac7p+7 -0x1.7afa2956ba7eep-47
        logarithm 0x1.91985cea4fde4p+0 0x1.cd12d0fff97efp-2 0x1.84f7815823764p-56
        logarithm 0x1.0521443fcda9ep+0 0x1.451205bcc7575p-6 -0x1.41d9eaa4fcb6dp-60
        logarithm 0x1.614480c6b0effp-379 -0x1.066177b8d083fp+8 0x1.d20efbf941e19p-46
        logarithm 0x1.924bdb30e1adep+0 0x1.cedc184c64536p-2 0x1.5bf974a1f80b5p-59
        logarithm 0x1.3e74d1653976dp-756 -0x1.05e685e0b42bcp+9 -0x1.09be0d268d462p-45
        logarithm 0x1.9a109f8cc9a67p+0 0x1.e272054f2e589p-2 0x1.6801c110a4541p-58
        logarithm 0x1.e4b6f2c4d1eb6p-1 -0x1.c0a102073b715p-5 -0x1.4fe81d205c6d2p-59
        logarithm 0x1.8529965768d82p+0 0x1.acdeffa08c680p-2 0x1.aa31fdd9643cep-56
        logarithm 0x1.6932f697ce9b6p-1 -0x1.6544d3856bdbfp-2 -0x1.dae8443d18340p-59
        logarithm 0x1.138d12ac4a587p-764 -0x1.08bed42fc854bp+9 -0x1.0e9474d50f563p-46
        logarithm 0x1.b644f3912b9bdp+0 0x1.1347accd631e7p-1 0x1.7ca9ed47250bbp-55
        """
}
