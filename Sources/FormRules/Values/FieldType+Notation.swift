extension FieldType {
  /// The type with the notation of constants in definitions. Booleans have no such notation.
  var canonical: FieldType {
    switch self {
    case .decimal(let format): .decimal(DecimalFormat(scale: format.scale))
    case .date: .date()
    case .time: .time()
    case .datetime: .datetime()
    default: self
    }
  }

  /// Whether the type specifies how its values are written, so that the texts of JSON and of HTML
  /// may be invalid or other values.
  package var hasOwnNotation: Bool {
    if case .boolean(let words) = self { words != .init() } else { self != canonical }
  }

  /// Dates in the notations that people use most, the canonical one first. A profile recognizes
  /// them, and repairs read them.
  package static let commonDates: [FieldType] = {
    let words = [
      "dd-MMM-yy", "d-MMM-yy", "d-MMM-yyyy", "d MMM yyyy", "d MMMM yyyy", "MMM d, yyyy",
      "MMMM d, yyyy",
    ]
    let digits = ["/", ".", "-"].flatMap { mark in
      [
        "dd/MM/yyyy", "MM/dd/yyyy", "d/M/yyyy", "M/d/yyyy", "dd/MM/yy", "MM/dd/yy", "d/M/yy",
        "M/d/yy",
      ].map { $0.replacing("/", with: mark) }
    }
    let patterns: [String] = ["yyyyMMdd", "yyyy/MM/dd", "yyyy.MM.dd"] + words + digits
    return [.date()] + patterns.map { .date(formats: [DateFormat($0)!]) }
  }()

  /// A value other than a text, a list or a file in the notation of the field: the first text that
  /// the field reads as the same value. Nil if the notation cannot express the value, as two digits
  /// cannot express the year 1950.
  package func text(of value: Value) -> String? {
    texts(of: value).first { reads($0, as: value) }
  }

  /// A constant of a definition in the notation of the field, or nil if the text is none or the
  /// notation cannot express it.
  package func text(ofConstant source: String) -> String? { literal(source).flatMap(text(of:)) }

  /// A constant in the notation of the field, with the digits as written, or nil if the notation
  /// cannot express it.
  func text(of literal: Literal) -> String? {
    let source = String(copying: literal.bytes.span)
    switch (self, literal.value) {
    case (.decimal(let format), .decimal):
      let text = format.text(ofCanonical: source)
      return reads(text, as: literal.value) ? text : self.text(of: literal.value)
    case (_, .date), (_, .time), (_, .datetime):
      return formatPatterns.isEmpty ? source : text(of: literal.value)
    default: return source
    }
  }

  /// A text of this type in the notation of another type, or nil if it is not of this type or the
  /// other type has no notation for it.
  package func rewritten(_ text: String, as other: FieldType) -> String? {
    value(of: Array(text.utf8).span).flatMap(other.text(of:))
  }

  /// The value of a text of at least one byte, or nil if the text does not have this type.
  package func value(of text: Span<UInt8>) -> Value? {
    do throws(Mismatch) { return try read(text) } catch { return nil }
  }

  /// The texts of a value in the notations of the type. Those of a format that omits a part of the
  /// value are texts of other values.
  private func texts(of value: Value) -> [String] {
    switch (self, value) {
    case (.boolean(let words), .boolean(let truth)): truth ? words.yes : words.no
    case (.date(let formats), .date(let date)):
      formats.isEmpty ? [date.description] : formats.map { $0.text(of: date) }
    case (.time(let formats), .time(let time)):
      formats.isEmpty ? [time.description] : formats.map { $0.text(of: time) }
    case (.datetime(let formats), .datetime(let moment)):
      formats.isEmpty ? [moment.description] : formats.map { $0.text(of: moment) }
    default:
      switch (self, value.exact) {
      case (.decimal(let format), let number?): [format.text(ofCanonical: number.description)]
      case (.integer, let number?): [number.normalized.description]
      case (.number, let number?): [number.description]
      default: []
      }
    }
  }

  /// Whether a text has a value, regardless of the decimals that the type accepts: they limit the
  /// values of a field, not how it writes them.
  private func reads(_ text: String, as value: Value) -> Bool {
    var type = self
    if case .decimal(var format) = self {
      format.scale = nil
      type = .decimal(format)
    }
    return type.value(of: Array(text.utf8).span)?.order(to: value) == .equal
  }
}
