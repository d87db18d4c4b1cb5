/// The plural rule of a language for integers (Unicode CLDR 46, cardinals). Fractions count as
/// `other`.
enum PluralRule: Sendable {
  /// A plural category with its name in CLDR.
  enum Category: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
  }

  /// A single category: Japanese, Korean.
  case invariable
  /// A separate category for 1, as in English. The default for languages not listed here.
  case one
  /// As in Spanish: a category for 1, and one for millions ("un millón de …").
  case oneAndMillions
  /// As in French: a category for 0 and 1, and one for millions.
  case zeroOneAndMillions
  case polish, romanian, russian

  /// Creates the rule of a language from its lowercase tags. The longest listed tag applies.
  init(_ tags: [String]) {
    self = tags.lazy.compactMap { Self.known[$0] }.first ?? .one
  }

  private static let known: [String: PluralRule] = [
    "es": .oneAndMillions, "fr": .zeroOneAndMillions, "it": .oneAndMillions, "ja": .invariable,
    "ko": .invariable, "pl": .polish, "pt": .zeroOneAndMillions, "pt-pt": .oneAndMillions,
    "ro": .romanian, "ru": .russian,
  ]

  /// The categories of the language, `other` last.
  var categories: [Category] {
    switch self {
    case .invariable: [.other]
    case .one: [.one, .other]
    case .oneAndMillions, .zeroOneAndMillions: [.one, .many, .other]
    case .romanian: [.one, .few, .other]
    case .polish, .russian: [.one, .few, .many, .other]
    }
  }

  /// The category of a number.
  func category(of number: UInt64) -> Category {
    let (ten, hundred) = (number % 10, number % 100)
    // 2 to 4, 22 to 24 and so on, but not 12 to 14.
    let isFew = (2...4).contains(ten) && !(12...14).contains(hundred)
    switch self {
    case .invariable: return .other
    case .one: return number == 1 ? .one : .other
    case .oneAndMillions where number == 1, .zeroOneAndMillions where number <= 1: return .one
    case .oneAndMillions, .zeroOneAndMillions:
      return number != 0 && number % 1_000_000 == 0 ? .many : .other
    case .romanian:
      if number == 1 { return .one }
      return number == 0 || (1...19).contains(hundred) ? .few : .other
    case .polish: return number == 1 ? .one : isFew ? .few : .many
    case .russian: return ten == 1 && hundred != 11 ? .one : isFew ? .few : .many
    }
  }
}
