import FormModels
import Testing

@Suite struct InputFilterTests {
  @Test(arguments: [
    ("", "1", true), ("1", "12", true), ("12", "123", true), ("123", "1234", false),
    ("12", "12a", false), ("", "a", false),
    // A text that is already invalid may keep the same error.
    ("1a", "1a2", true), ("12345", "12346", true), ("12345", "1234x", false),
    // Deletion is always allowed, even if the rest is invalid.
    ("1ab", "1b", true), ("12345", "1245", true), ("a", "", true), ("abcd", "ad", true),
    // Replacing characters by fewer others is not a deletion.
    ("12345", "12x", false),
  ])
  func aChangeThatBreaksARuleIsRefused(old: String, new: String, isAllowed: Bool) throws {
    let filter = try InputFilter(.characters(.digit, mode: .only), .length(max: 3))
    #expect(filter.allows(new, after: old) == isAllowed)
  }

  /// A lower bound is not met at first, so typing may continue.
  @Test func minimumDoesNotRefuseTyping() throws {
    let filter = try InputFilter(.length(min: 3))
    #expect(filter.allows("a", after: ""))
    #expect(filter.allows("ab", after: "a"))
    #expect(!filter.allows("x", after: "abc"))
  }

  @Test func warningsDoNotRefuseTyping() throws {
    #expect(try InputFilter(.length(max: 1).severity(.warning)).allows("ab", after: "a"))
  }

  @Test func cardTypesAreSuggestedWhileTyping() {
    #expect(PaymentCardType.suggested(for: "411") == nil)
    #expect(PaymentCardType.suggested(for: "4111") == .visa)
    #expect(PaymentCardType.suggested(for: "3782 8") == .amex)
  }
}
