extension FieldType {
  /// The error codes of texts that do not have this type, with their English messages.
  package var codes: [RuleDocumentation.Code] {
    switch self {
    case .text: [.init("text.invalid", "{label} must be a single value.")]
    case .file: [.init("file.invalid", "{label} must be a file.")]
    case .integer:
      [
        .init("integer.invalid", "{label} must be a whole number."),
        .init("integer.outOfRange", "{label} is too large for a whole number."),
      ]
    case .decimal(let format):
      [
        .init("decimal.invalid", "{label} must be a decimal number."),
        .init("decimal.outOfRange", "{label} has more than 38 digits."),
        Self.tooManyDecimals,
      ].filter { format.scale != nil || $0.code != "decimal.tooManyDecimals" }
    case .number:
      [
        .init("number.invalid", "{label} must be a number."),
        .init("number.outOfRange", "{label} is too large for a number."),
      ]
    case .boolean: [.init("boolean.invalid", "{label} must be one of: {words}.")]
    case .date: [.init("date.invalid", "{label} must be a date in the format {format}.")]
    case .time: [.init("time.invalid", "{label} must be a time such as {example}.")]
    case .datetime:
      [.init("datetime.invalid", "{label} must be a date and time such as {example}.")]
    case .list: [.init("list.invalid", "{label} must be a list.")]
    }
  }

  static let tooManyDecimals = RuleDocumentation.Code(
    "decimal.tooManyDecimals",
    "{label} must {scale, plural, =0 {be a whole number} one {have at most # decimal} "
      + "other {have at most # decimals}}.")

  /// The arguments of the type's error messages.
  package var arguments: [MessageArgument] {
    switch self {
    case .decimal(let format): format.scale.map { [MessageArgument("scale", $0)] } ?? []
    case .boolean(let words):
      [MessageArgument("words", list: words.yes + words.no)]
    case .date(let formats):
      [
        formats.isEmpty
          ? MessageArgument("format", term: "YYYY-MM-DD")
          : MessageArgument("format", alternatives: formats.map(\.pattern))
      ]
    case .time(let formats):
      [
        MessageArgument(
          "example", alternatives: formats.isEmpty ? ["09:30", "09:30:00"] : formats.map(\.example))
      ]
    case .datetime(let formats):
      [
        MessageArgument(
          "example",
          alternatives: formats.isEmpty ? ["2026-01-31T09:30:00Z"] : formats.map(\.example))
      ]
    default: []
    }
  }
}

extension TimeFormat {
  /// An example of a time for messages.
  fileprivate var example: String {
    text(of: TimeOfDay(nanoseconds: 34_200_000_000_000))
  }
}

extension DateTimeFormat {
  /// An example of a timestamp for messages.
  fileprivate var example: String {
    text(of: Instant(seconds: 1_769_851_800))
  }
}
