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

  /// A constant in the notation of the field's values, for messages: with the field's decimal
  /// separator, or in the first of its formats.
  func text(of literal: Literal) -> String {
    let source = String(copying: literal.bytes.span)
    switch (self, literal.value) {
    case (.decimal(let format), .decimal): return format.text(ofCanonical: source)
    case (.date(let formats), .date(let date)): return formats.first?.text(of: date) ?? source
    case (.time(let formats), .time(let time)): return formats.first?.text(of: time) ?? source
    case (.datetime(let formats), .datetime(let moment)):
      return formats.first?.text(of: moment) ?? source
    default: return source
    }
  }

  /// A constant of a definition in the notation of the field's values, or nil if the notation
  /// cannot express it, as two digits cannot express the year 1950.
  package func text(ofConstant source: String) -> String? {
    guard let literal = literal(source) else { return nil }
    let text = text(of: literal)
    // Only the empty text has an empty constant.
    let value = text.isEmpty ? literal.value : value(of: Array(text.utf8).span)
    return value == literal.value || value?.order(to: literal.value) == .equal ? text : nil
  }

  /// The value of a text of at least one byte, or nil if the text does not have this type.
  func value(of text: Span<UInt8>) -> Value? {
    do throws(Mismatch) { return try read(text) } catch { return nil }
  }

  /// A value other than a text, a list or a file in the notation of the field's cells.
  func text(of value: Value) -> String? {
    switch (self, value) {
    case (.boolean(let words), .boolean(let truth)): truth ? words.yes.first : words.no.first
    case (.date(let formats), .date(let date)):
      formats.first?.text(of: date) ?? date.description
    case (.time(let formats), .time(let time)):
      formats.first?.text(of: time) ?? time.description
    case (.datetime(let formats), .datetime(let moment)):
      formats.first?.text(of: moment) ?? moment.description
    case (.decimal(let format), .decimal(let number)):
      format.text(ofCanonical: number.description)
    case (_, .decimal(let number)): number.normalized.description
    default: nil
    }
  }
}
