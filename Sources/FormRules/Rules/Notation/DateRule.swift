/// Requires text that is a date.
struct DateRule: TextRule {
  static let name = "date"
  static let formats = Parameter<[String]?>(
    "formats", effect: .given(.looserIfMore),
    "The accepted formats: one or several patterns, such as dd/MM/yyyy or d-MMM-yy.")
  static let profile = Parameter<RuleEntry.DateProfile>(
    "profile", effect: .unknown, "Instead of formats: `day` (YYYY-MM-DD) or `iso8601`.",
    default: .day)

  static let documentation = RuleDocumentation(
    "The text is a date.",
    discussion: """
      A field of type `date` also parses the date, so that it can be compared: prefer that type \
      where possible. Without `formats`, the format is YYYY-MM-DD. The profile `iso8601` also \
      accepts the other forms of that standard: 20260131, 2026-031 (day of the year), 2026-W05-6 \
      (week and day of the week), and dates of reduced precision: 2026-01, 2026-W05, 2026. Days \
      that do not exist in the Gregorian calendar are rejected; years are 0001 to 9999. A format \
      with names of months allocates memory briefly.
      """,
    mainParameter: "formats",
    types: ["text"],
    parameters: [formats, profile],
    codes: [.init("date.form", "{label} must be a date in the format {formats}.")],
    examples: [
      .init(
        accepts: ["2026-01-31", "2024-02-29", "0001-01-01", "9999-12-31"],
        rejects: [
          "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-31", "20260131", "2026/01/31",
          "2026-01-31 ", "0000-01-01", "2026-01-31T00:00", "1900-02-29", "12026-01-01",
        ]),
      .init(
        ["profile": "iso8601"],
        accepts: [
          "2026-01-31", "20260131", "2026-031", "2026031", "2024-366", "2026-W05-6", "2026W056",
          "2026-W53", "2026-01", "2026",
        ],
        rejects: [
          "2026-366", "2026-000", "2025-W53", "2026-W00", "2026-W05-8", "2026-W05-0", "202601",
          "2026-0131", "202601-31", "26-01-31", "2026-W5", "2026-",
        ]),
      .init(
        ["dd/MM/yyyy", "d-MMM-yy"], accepts: ["31/01/2026", "1-Feb-26"],
        rejects: ["01/31/2026", "2026-01-31", "30/02/2026"]),
    ])

  private let formats: [DateFormat]
  private let profile: RuleEntry.DateProfile

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    profile = try parameters[Self.profile]
    var formats: [DateFormat] = []
    for pattern in try parameters[Self.formats] ?? [] {
      guard let format = DateFormat(pattern) else {
        throw parameters.error(
          "'\(pattern)' is not a date format; it requires a year (yyyy, yy), a month (MM, M, MMM, MMMM) and a "
            + "day (dd, d), and a separator between numbers of one or two digits", at: Self.formats)
      }
      formats.append(format)
    }
    self.formats = formats
    if !formats.isEmpty, parameters.node(Self.profile) != nil {
      throw parameters.error("formats and profile exclude each other", .conflict, at: Self.profile)
    }
  }

  var arguments: [MessageArgument] {
    let standard = profile == .day ? "YYYY-MM-DD" : "ISO 8601"
    return [
      formats.isEmpty
        ? MessageArgument("formats", term: standard)
        : MessageArgument("formats", alternatives: formats.map(\.pattern))
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    isDate(text) ? .passes : .fails("date.form")
  }

  private func isDate(_ text: Span<UInt8>) -> Bool {
    if !formats.isEmpty {
      for index in formats.indices where formats[index].parse(text) != nil { return true }
      return false
    }
    if profile == .day { return CalendarDate(iso8601: text) != nil }
    var reader = ISO8601Reader(text)
    return reader.date() != nil && reader.isAtEnd
  }
}

extension RuleEntry {
  /// Notations of a date.
  public enum DateProfile: String, ParameterValue, CaseIterable, Sendable {
    /// YYYY-MM-DD.
    case day
    /// Any date of ISO 8601, including week dates, ordinal dates and reduced precision.
    case iso8601
  }
}
