import Testing

@testable import FormRules

/// CLDR's samples of whole numbers for its plural rules.
@Suite struct PluralRuleTests {
  private static let samples: [(language: String, form: String, numbers: [UInt64])] = [
    ("en", "one", [1]), ("en", "other", [0, 2, 11, 21, 100, 1_000_000]),
    ("da", "one", [1]), ("da", "other", [0, 2, 21, 101]),
    ("de", "one", [1]), ("de", "other", [0, 2, 21, 101]),
    ("nb", "one", [1]), ("nb", "other", [0, 2, 21, 101]),
    ("sv", "one", [1]), ("sv", "other", [0, 2, 21, 101]),
    ("tr", "one", [1]), ("tr", "other", [0, 2, 21, 101]),
    ("es", "one", [1]), ("es", "many", [1_000_000, 2_000_000, 10_000_000]),
    ("es", "other", [0, 2, 16, 100, 1_000, 1_000_001]),
    ("it", "one", [1]), ("it", "many", [1_000_000]), ("it", "other", [0, 2, 16, 1_000_100]),
    ("pt-PT", "one", [1]), ("pt-PT", "many", [1_000_000]), ("pt-PT", "other", [0, 2, 17]),
    ("pt", "one", [0, 1]), ("pt-BR", "one", [0, 1]), ("pt", "many", [1_000_000]),
    ("pt", "other", [2, 17, 100, 100_000]),
    ("fr", "one", [0, 1]), ("fr", "many", [1_000_000]), ("fr", "other", [2, 17, 100_000]),
    ("fr-CA", "one", [0, 1]),
    ("ja", "other", [0, 1, 2, 100]), ("ko", "other", [0, 1, 2, 100]),
    ("pl", "one", [1]), ("pl", "few", [2, 3, 4, 22, 24, 32, 102, 1_002]),
    ("pl", "many", [0, 5, 11, 12, 14, 19, 21, 101, 112, 1_000_000]),
    ("ro", "one", [1]), ("ro", "few", [0, 2, 16, 19, 101, 102, 119, 1_001]),
    ("ro", "other", [20, 21, 35, 100, 120, 1_000, 1_000_000]),
    ("ru", "one", [1, 21, 31, 101, 1_001]), ("ru", "few", [2, 4, 22, 34, 102, 1_002]),
    ("ru", "many", [0, 5, 11, 12, 14, 19, 111, 112, 1_000_000]),
    // Languages that are not listed have the rule of English.
    ("nl", "one", [1]), ("nl", "other", [0, 2]), ("no", "one", [1]),
  ]

  @Test(arguments: samples)
  func numbersHaveTheirPluralForm(_ sample: (language: String, form: String, numbers: [UInt64])) {
    let rule = Localization(sample.language).plural
    for number in sample.numbers {
      #expect(rule.category(of: number).rawValue == sample.form, "\(sample.language) \(number)")
    }
  }

  /// The forms of a language are those that its numbers use, and `other`.
  @Test(arguments: MessageCatalogue.builtInLanguages)
  func everyFormOccurs(_ language: String) {
    let rule = Localization(language).plural
    let taken = Set(((0...200) + [1_000_000]).map { rule.category(of: $0) })
    #expect(taken.union([.other]) == Set(rule.categories))
    #expect(rule.categories.last == .other)
    // There are samples for each language.
    let forms = Self.samples.filter { $0.language == language }.map(\.form)
    #expect(taken.isSubset(of: forms.compactMap(PluralRule.Category.init)))
  }
}
