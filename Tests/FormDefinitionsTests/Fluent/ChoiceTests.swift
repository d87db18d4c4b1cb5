import FormModels
import Testing

/// The rules accept all values of enumerations in factories.
@Suite struct ChoiceTests {
  @Test(arguments: RuleEntry.HashAlgorithm.allCases)
  func everyHashAlgorithmIsKnown(_ algorithm: RuleEntry.HashAlgorithm) throws {
    _ = try Validator(.hash(algorithm))
  }

  @Test(arguments: PaymentCardType.allCases)
  func everyCardTypeIsKnown(_ type: PaymentCardType) throws {
    _ = try Validator(.paymentCard(types: [type]))
  }

  @Test(arguments: [
    RuleEntry.Characters.digit, .letter, .upper, .lower, .alphanumeric, .space, .symbol,
    .punctuation, .control, .ascii, "-",
  ])
  func everySetOfCharactersIsKnown(_ set: RuleEntry.Characters) throws {
    _ = try Validator(.characters(set))
  }
}
