import FormBytes

/// Texts are not copied; only their bytes are read.
extension ExpressionProgram {
  /// Compares two texts by their bytes. Returns nil if one of them is missing.
  func order(
    _ left: TextSource, _ right: TextSource, in record: borrowing RecordContext
  ) -> Ordering? {
    if case .field(let field) = left {
      guard record.value(of: field) == .text else { return nil }
      return order(record.text(of: field), right, in: record)
    }
    guard let text = outside(left, record) else { return nil }
    return order(text.span, right, in: record)
  }

  private func order(
    _ text: Span<UInt8>, _ right: TextSource, in record: borrowing RecordContext
  ) -> Ordering? {
    switch right {
    case .field(let field):
      guard record.value(of: field) == .text else { return nil }
      return text.order(to: record.text(of: field))
    case .constant(let slice): return text.order(to: bytes.span.extracting(slice.range))
    case .parameter, .source: return outside(right, record).map { text.order(to: $0.span) }
    }
  }

  /// A copy of a text, or nil if there is none.
  func text(_ source: TextSource, _ record: borrowing RecordContext) -> String? {
    guard case .field(let field) = source else {
      return outside(source, record).map { String(decoding: $0, as: UTF8.self) }
    }
    guard record.value(of: field) == .text else { return nil }
    return String(copying: record.text(of: field))
  }

  /// The bytes of a text outside of the record, or nil if there are none.
  private func outside(_ source: TextSource, _ record: borrowing RecordContext) -> [UInt8]? {
    switch source {
    case .field: nil
    case .parameter(let index):
      record.run.parameters[index].bytes.isEmpty ? nil : record.run.parameters[index].bytes
    case .source: record.run.source.isEmpty ? nil : record.run.source
    case .constant(let slice): Array(bytes[slice.range])
    }
  }

  /// Whether a text is one of the sorted words.
  func isAmong(
    _ source: TextSource, _ words: Slice, in record: borrowing RecordContext
  ) -> Truth {
    if case .field(let field) = source {
      guard record.value(of: field) == .text else { return .unknown }
      return Truth(isAmong(record.text(of: field), words))
    }
    guard let text = outside(source, record) else { return .unknown }
    return Truth(isAmong(text.span, words))
  }

  private func isAmong(_ text: Span<UInt8>, _ slice: Slice) -> Bool {
    func order(_ index: Int) -> Ordering {
      text.order(to: bytes.span.extracting(words[index].range))
    }
    let index = slice.range.partitioningIndex { order($0) != .descending }
    return index < slice.end && order(index) == .equal
  }

  /// Whether a text matches a pattern. Unknown if the limits do not suffice, which the run notes.
  func matches(
    _ source: TextSource, _ pattern: Pattern, in record: borrowing RecordContext
  ) -> Truth {
    let result: Pattern.Outcome
    if case .field(let field) = source {
      guard record.value(of: field) == .text else { return .unknown }
      result = pattern.match(record.text(of: field), using: record.run.patterns)
    } else {
      guard let text = outside(source, record) else { return .unknown }
      result = pattern.match(text.span, using: record.run.patterns)
    }
    switch result {
    case .matches: return .isTrue
    case .differs: return .isFalse
    case .tooComplex:
      record.run.wasTooComplex = true
      return .unknown
    }
  }

  /// The number of characters of a text.
  func length(_ source: TextSource, _ record: borrowing RecordContext) -> Value {
    if case .field(let field) = source {
      guard record.value(of: field) == .text else { return .invalid }
      return .integer(Int64(record.text(of: field).characterCount))
    }
    guard let text = outside(source, record) else { return .invalid }
    return .integer(Int64(text.span.characterCount))
  }
}
