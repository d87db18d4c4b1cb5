import Testing

@testable import FormHashing

/// Password hashes.
@Suite struct PasswordHashTests {
  @Test func passwordMatchesOnlyItsHash() throws {
    let hash = try #require(PasswordHash(PasswordHash(of: "correct horse").text))
    #expect(hash.matches("correct horse"))
    #expect(!hash.matches("correct horsE"))
    #expect(!hash.matches(""))
  }

  @Test func hashesAreSalted() {
    #expect(PasswordHash(of: "same").text != PasswordHash(of: "same").text)
  }

  @Test(arguments: ["", "scrypt-32768-8-1$zz$00", "scrypt-1-8-1$00$00", "a$b", "$$"])
  func malformedHashesMatchNothing(text: String) {
    #expect(PasswordHash(text) == nil)
  }

  /// Verifying them with the current parameters would refuse the right password.
  @Test(arguments: ["scrypt-32768-8-1", "scrypt-1024-8-1", "argon2id"])
  func onlyHashesWithTheCurrentParametersAreRead(parameters: String) {
    let hash = PasswordHash("\(parameters)$00$\(String(repeating: "00", count: 32))")
    #expect((hash != nil) == (parameters == "scrypt-32768-8-1"))
  }

  /// Computed with Python's hashlib.scrypt.
  @Test func hashMatchesOtherImplementations() throws {
    let text =
      "scrypt-32768-8-1$000102030405060708090a0b0c0d0e0f$"
      + "0d2ea2b94eb6941772fd4216c76a02445e473c07d86e5182117d42379daa9256"
    #expect(try #require(PasswordHash(text)).matches("pässword"))
  }
}
