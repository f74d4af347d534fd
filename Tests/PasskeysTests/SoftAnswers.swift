// Written by `scripts/check_passkeys.py --write`: answers of `scripts/soft_authenticator.py`, which is made with the
// Python packages `fido2` and `cryptography` and holds before `fido2`'s own server.

/// A registration and a log-in by an authenticator that has none of our code. Both answer the host `map.example` at
/// `https://map.example:8443`; the challenges are the bytes from 0 to 31 and from 32 to 63, the user handle those from
/// 0 to 63.
struct SoftAnswer: Sendable {
    let name: String
    let registration: String
    let authentication: String

    static let all: [SoftAnswer] = [
        SoftAnswer(
            name: "ES256",
            registration: #"""
                {"id":"p3MuvarcQ1MXg8eQjXGpFNpqCf0oXxQuboLMzy6Et14","rawId":"p3MuvarcQ1MXg8eQjXGpFNpqCf0oXxQuboLMzy6Et14","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFFQ0F3UUZCZ2NJQ1FvTERBME9EeEFSRWhNVUZSWVhHQmthR3h3ZEhoOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y9FAAAAAQAAAAAAAAAAAAAAAAAAAAAAIKdzLr2q3ENTF4PHkI1xqRTaagn9KF8ULm6CzM8uhLdepQECAyYgASFYIAICPf3O5V7vCyoXZYZdj0EQHFzzds9tVqSVBysHLnzmIlgg59z_d_Uvg2ASpVw3MBh8IaYCoDCVr5jn4uTYY8uHeSM","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y9FAAAAAQAAAAAAAAAAAAAAAAAAAAAAIKdzLr2q3ENTF4PHkI1xqRTaagn9KF8ULm6CzM8uhLdepQECAyYgASFYIAICPf3O5V7vCyoXZYZdj0EQHFzzds9tVqSVBysHLnzmIlgg59z_d_Uvg2ASpVw3MBh8IaYCoDCVr5jn4uTYY8uHeSM","publicKeyAlgorithm":-7,"transports":["hybrid","internal"]}}
                """#,
            authentication: #"""
                {"id":"p3MuvarcQ1MXg8eQjXGpFNpqCf0oXxQuboLMzy6Et14","rawId":"p3MuvarcQ1MXg8eQjXGpFNpqCf0oXxQuboLMzy6Et14","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiSUNFaUl5UWxKaWNvS1NvckxDMHVMekF4TWpNME5UWTNPRGs2T3p3OVBqOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y8FAAAAAg","signature":"MEUCICS7_WXD86Etmp0TCVpfXjyzmi2yTvj_DSTsekMaA9edAiEAjvEFRh5QxMtLLqfs42InE2VTJ2_Z58XmWVe5y0QRzuo","userHandle":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0-Pw"}}
                """#),
        SoftAnswer(
            name: "EdDSA",
            registration: #"""
                {"id":"5o4cgCz1Pvs5d5wrKhMN-KhKocg2LD1wtrDw9ZraY4I","rawId":"5o4cgCz1Pvs5d5wrKhMN-KhKocg2LD1wtrDw9ZraY4I","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFFQ0F3UUZCZ2NJQ1FvTERBME9EeEFSRWhNVUZSWVhHQmthR3h3ZEhoOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViBETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y9FAAAAAQAAAAAAAAAAAAAAAAAAAAAAIOaOHIAs9T77OXecKyoTDfioSqHINiw9cLaw8PWa2mOCpAEBAycgBiFYIGsdways1dWwgRIjPnR182YndBR765cjcgCbtUd5pcPl","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y9FAAAAAQAAAAAAAAAAAAAAAAAAAAAAIOaOHIAs9T77OXecKyoTDfioSqHINiw9cLaw8PWa2mOCpAEBAycgBiFYIGsdways1dWwgRIjPnR182YndBR765cjcgCbtUd5pcPl","publicKeyAlgorithm":-8,"transports":["hybrid","internal"]}}
                """#,
            authentication: #"""
                {"id":"5o4cgCz1Pvs5d5wrKhMN-KhKocg2LD1wtrDw9ZraY4I","rawId":"5o4cgCz1Pvs5d5wrKhMN-KhKocg2LD1wtrDw9ZraY4I","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiSUNFaUl5UWxKaWNvS1NvckxDMHVMekF4TWpNME5UWTNPRGs2T3p3OVBqOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y8FAAAAAg","signature":"Og-qQQ-Yj2lWjrRoOd5WymEHd9eaLDKeHQEYRAHo6pza3Gu1CqsiqSEJlqw0yGqyKGrj0vYr4JuS8c2_kbhqBA","userHandle":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0-Pw"}}
                """#),
        SoftAnswer(
            name: "ES256, packed by itself, synced",
            registration: #"""
                {"id":"IneRuWBrLrH5elXvYRknNvw8CK6_7K68BnHM0mPHXSs","rawId":"IneRuWBrLrH5elXvYRknNvw8CK6_7K68BnHM0mPHXSs","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFFQ0F3UUZCZ2NJQ1FvTERBME9EeEFSRWhNVUZSWVhHQmthR3h3ZEhoOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRmcGFja2VkZ2F0dFN0bXSiY2FsZyZjc2lnWEcwRQIhAN5cnNyvTkzYQ0voAMFE7bWaPJK2UH1aHrgIVT_CcIj-AiBiz1IvQh0VxgBecszE6l5vO2J2H_hmP0FkOf_x78m-7GhhdXRoRGF0YVikETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y9dAAAAAAAAAAAAAAAAAAAAAAAAAAAAICJ3kblgay6x-XpV72EZJzb8PAiuv-yuvAZxzNJjx10rpQECAyYgASFYIE0EAoEwpxkoEeo98F8YTNCkMUvEAWnJbdyriQ9O8YF-IlgguW64vfgdRg9xwgnbbb3Z8RtMND2ryvkcOUhjNchEcRc","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y9dAAAAAAAAAAAAAAAAAAAAAAAAAAAAICJ3kblgay6x-XpV72EZJzb8PAiuv-yuvAZxzNJjx10rpQECAyYgASFYIE0EAoEwpxkoEeo98F8YTNCkMUvEAWnJbdyriQ9O8YF-IlgguW64vfgdRg9xwgnbbb3Z8RtMND2ryvkcOUhjNchEcRc","publicKeyAlgorithm":-7,"transports":["hybrid","internal"]}}
                """#,
            authentication: #"""
                {"id":"IneRuWBrLrH5elXvYRknNvw8CK6_7K68BnHM0mPHXSs","rawId":"IneRuWBrLrH5elXvYRknNvw8CK6_7K68BnHM0mPHXSs","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiSUNFaUl5UWxKaWNvS1NvckxDMHVMekF4TWpNME5UWTNPRGs2T3p3OVBqOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y8dAAAAAA","signature":"MEUCIQCH1TfEOESdexckBJfstAYC9PiZ8TRZ8KWGO9alPgT7dwIgBamvLkB-P7DLR-vbjXT870Dx8T_3S7D9_Q-pVMLHcAs","userHandle":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0-Pw"}}
                """#),
        SoftAnswer(
            name: "EdDSA, packed by itself, not counting",
            registration: #"""
                {"id":"FtPelZgR6yMmhAN7XEFlwOSpHIQAs0Oj32KW9D7NKOQ","rawId":"FtPelZgR6yMmhAN7XEFlwOSpHIQAs0Oj32KW9D7NKOQ","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFFQ0F3UUZCZ2NJQ1FvTERBME9EeEFSRWhNVUZSWVhHQmthR3h3ZEhoOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRmcGFja2VkZ2F0dFN0bXSiY2FsZydjc2lnWECCl_syJd3oPw0xpZy2oJTQSvnedjsHqNtFicgxZasMOvyk7oMLVNHulvTvKBwZOzS1-MakpaxCUvAoNqD8EzQBaGF1dGhEYXRhWIEROW8VAEyVe-TwCJBMX0i5KflOoByFbAjiofHPS-Xhj0UAAAAAAAAAAAAAAAAAAAAAAAAAAAAgFtPelZgR6yMmhAN7XEFlwOSpHIQAs0Oj32KW9D7NKOSkAQEDJyAGIVgghEK5aWSPNoIjV7t_iUVbfbQlWPhxJz-VMcFLpGOC6sY","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y9FAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBbT3pWYEesjJoQDe1xBZcDkqRyEALNDo99ilvQ-zSjkpAEBAycgBiFYIIRCuWlkjzaCI1e7f4lFW320JVj4cSc_lTHBS6RjgurG","publicKeyAlgorithm":-8,"transports":["hybrid","internal"]}}
                """#,
            authentication: #"""
                {"id":"FtPelZgR6yMmhAN7XEFlwOSpHIQAs0Oj32KW9D7NKOQ","rawId":"FtPelZgR6yMmhAN7XEFlwOSpHIQAs0Oj32KW9D7NKOQ","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiSUNFaUl5UWxKaWNvS1NvckxDMHVMekF4TWpNME5UWTNPRGs2T3p3OVBqOCIsIm9yaWdpbiI6Imh0dHBzOi8vbWFwLmV4YW1wbGU6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","authenticatorData":"ETlvFQBMlXvk8AiQTF9IuSn5TqAchWwI4qHxz0vl4Y8FAAAAAA","signature":"L3iqgD5u4IqtFRX8AiMsJ5BfbxxUIuZqkSXN-Yxjr3mgl_2MHny0iIscx_H9rUlw8K7bnGy0zfV7EtApzv91AA","userHandle":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0-Pw"}}
                """#),
    ]
}
