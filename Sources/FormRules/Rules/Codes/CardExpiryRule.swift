import FormBytes

/// Requires the expiry month of a payment card that has not expired.
struct CardExpiryRule: Rule {
  static let name = "cardExpiry"
  static let format = Parameter<String>(
    "format", effect: .unknown,
    "The format: `MM` and `yy` or `yyyy`, each once, and other literal characters.",
    default: "MM/yy")
  static let years = Parameter<Int>(
    "years", effect: .looserIfGreater, "The maximum number of years in the future, 0 to 49.",
    in: 0...49, default: 20)

  static let documentation = RuleDocumentation(
    "The text is the expiry month of a payment card, and that month is not over.",
    discussion: """
      A card is valid through the last day of its month. The current date is the day of the \
      run's clock in the time zone of the run; it is recorded, so a replay gives the same result. A year of two digits means \
      the nearest such year: at most 50 years in the past and 49 in the future.
      """,
    mainParameter: "format",
    types: ["text"],
    parameters: [format, years],
    codes: [
      .init("cardExpiry.invalid", "{label} must be a month written {format}."),
      .init("cardExpiry.expired", "{label} is in the past: the card has expired."),
      .init(
        "cardExpiry.tooFar",
        "{label} lies more than {years, plural, one {# year} other {# years}} ahead."),
    ],
    examples: [
      .init(
        accepts: ["06/26", "07/26", "12/30", "06/46"],
        rejects: [
          "13/26", "00/27", "6/26", "06/2026", "0626", "06-26",
          " 06/26", "06/26\n", "ab/cd",
        ]
      ),
      .init(rejects: ["05/26", "12/25", "01/99", "01/77"], code: "cardExpiry.expired"),
      .init(rejects: ["07/46", "01/75", "01/50"], code: "cardExpiry.tooFar"),
      .init("yyyy-MM", accepts: ["2026-06"], rejects: ["26-06", "2026/06"]),
      .init("MMyy", accepts: ["0626"], rejects: ["06/26"]),
      .init(
        ["format": "MM/yyyy", "years": 1], accepts: ["06/2027"], rejects: ["07/2027"],
        code: "cardExpiry.tooFar"),
    ])

  private enum Part: Equatable {
    case month, shortYear, year
    case literal(UInt8)

    var width: Int { self == .year ? 4 : self == .month || self == .shortYear ? 2 : 1 }
  }

  private let format: String
  private let parts: [Part]
  private let years: Int

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    format = try parameters[Self.format]
    years = try parameters[Self.years]
    guard let parts = Self.parts(of: format) else {
      throw parameters.error("format must have MM and yy or yyyy, each once", at: Self.format)
    }
    self.parts = parts
  }

  private static func parts(of format: String) -> [Part]? {
    var parts: [Part] = []
    for run in format.utf8.runs {
      switch String(decoding: run, as: UTF8.self) {
      case "MM": parts.append(.month)
      case "yy": parts.append(.shortYear)
      case "yyyy": parts.append(.year)
      case _ where run.first?.isASCIILetter == true: return nil
      default: parts += run.map(Part.literal)
      }
    }
    let years = parts.count { $0 == .year || $0 == .shortYear }
    return years == 1 && parts.count { $0 == .month } == 1 ? parts : nil
  }

  var arguments: [MessageArgument] {
    [MessageArgument("format", format), MessageArgument("years", years)]
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    let today = record.run.today.components
    guard let (year, month) = read(text, currentYear: today.year) else {
      return .fails("cardExpiry.invalid")
    }
    let ahead = (year - today.year) * 12 + month - today.month
    if ahead < 0 { return .fails("cardExpiry.expired") }
    return ahead > years * 12 ? .fails("cardExpiry.tooFar") : .passes
  }

  private func read(_ text: Span<UInt8>, currentYear now: Int) -> (year: Int, month: Int)? {
    var (index, year, month) = (0, 0, 0)
    for part in parts {
      let end = index + part.width
      guard end <= text.count else { return nil }
      if case .literal(let byte) = part {
        guard text[index] == byte else { return nil }
      } else {
        guard let number = text.digits(index..<end) else { return nil }
        switch part {
        case .month: month = number
        case .year: year = number
        default:
          // The year with these two digits within the hundred years around now.
          year = now - now % 100 + number
          if year < now - 50 { year += 100 } else if year > now + 49 { year -= 100 }
        }
      }
      index = end
    }
    guard index == text.count, (1...12).contains(month) else { return nil }
    return (year, month)
  }
}
