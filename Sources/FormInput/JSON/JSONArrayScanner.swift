import FormBytes

/// Splits the elements of a JSON array into records.
struct JSONArrayScanner: JSONRecordScanner {
  /// The expected input.
  private enum State {
    /// `[`, or a single object.
    case start
    /// An element or `]`.
    case firstElement
    case element
    /// The rest of an element that has already been returned, then a separator or the end.
    case skipping(JSONValueEnd, isLast: Bool)
    /// `,` or `]`.
    case separator
    /// No further input.
    case end
  }

  private(set) var parser: JSONRecordParser
  private(set) var error: ReaderError?
  private let maximumRecordBytes: Int
  private var state = State.start
  private var line = 1
  /// The offset of the line in the file.
  private var lineStart = 0
  private var isAfterCarriageReturn = false

  init(_ options: ReaderOptions) {
    parser = JSONRecordParser(options)
    maximumRecordBytes = options.maximumRecordBytes
  }

  mutating func scan(
    _ input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch, limit: BatchLimit
  ) -> Int {
    var position = 0
    while error == nil, position < limit.bytes, batch.records.count < limit.records,
      batch.cells.count < JSONRecordParser.maximumCellsInBatch
    {
      if case .skipping = state {
        position = skip(input, from: position, at: byteOffset, isAtEnd: isAtEnd)
        if case .skipping = state { break }
        continue
      }
      var scanner = JSONScanner(input, from: position)
      scanner.skipBlanks()
      countLines(in: position..<scanner.position, of: input, at: byteOffset)
      position = scanner.position
      guard let byte = scanner.current else {
        if isAtEnd, !isDone { fail("unexpected end of the text", at: byteOffset + position) }
        break
      }
      switch (state, byte) {
      case (.start, .openBracket):
        state = .firstElement
        position += 1
      case (.separator, .comma):
        state = .element
        position += 1
      case (.firstElement, .closeBracket), (.separator, .closeBracket):
        state = .end
        position += 1
      case (.start, .openBrace), (.firstElement, _), (.element, _):
        guard
          let end = readElement(
            input, from: position, at: byteOffset, isAtEnd: isAtEnd, into: &batch)
        else { return position }
        countLines(in: position..<end, of: input, at: byteOffset)
        position = end
      case (.start, _): fail("expected an array of objects", at: byteOffset + position)
      case (.separator, _): fail("expected a comma or ]", at: byteOffset + position)
      case (.skipping, _): break
      case (.end, _): fail("unexpected text after the end of the array", at: byteOffset + position)
      }
    }
    return position
  }

  private var isDone: Bool {
    if case .end = state { true } else { false }
  }

  /// Reads an element and sets the next state.
  ///
  /// - Returns: The end of the element or of its consumed part. Nil if the element is incomplete or
  ///   reading has failed.
  private mutating func readElement(
    _ input: Span<UInt8>, from start: Int, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch
  ) -> Int? {
    let isLast = if case .start = state { true } else { false }
    let window = input.extracting(..<min(input.count, start + maximumRecordBytes))
    let isCut = window.count < input.count
    let firstCell = batch.cells.count
    var scanner = JSONScanner(window, from: start)
    do throws(JSONError) {
      try parser.parse(&scanner, isWhole: false, into: &batch)
      batch.appendJSONRecord(
        start..<scanner.position, cellCount: batch.cells.count - firstCell, at: byteOffset,
        line: line, nil)
      state = isLast ? .end : .separator
      return scanner.position
    } catch {
      if error.position == input.count, !isAtEnd { return nil }
      var fault = error
      if isCut, error.position == window.count { fault.code = .tooLong }
      var search = JSONValueEnd()
      switch search.find(in: window, from: start) {
      // If no element is readable, an error with its position is more helpful than a faulty record.
      case .found where isLast && fault.code == .jsonSyntax, .lost: break
      case .found(let end):
        batch.appendJSONRecord(start..<end, at: byteOffset, line: line, fault)
        state = isLast ? .end : .separator
        return end
      case .open where isCut:
        let end = window.count
        batch.appendJSONRecord(
          start..<input.scalarBoundary(before: end, from: start), at: byteOffset, line: line, fault)
        state = .skipping(search, isLast: isLast)
        return end
      case .open where !isAtEnd: return nil
      case .open where search.endsWithText:
        batch.appendJSONRecord(start..<input.count, at: byteOffset, line: line, fault)
        state = isLast ? .end : .separator
        return input.count
      case .open: break
      }
      countLines(in: start..<error.position, of: input, at: byteOffset)
      fail(Self.invalid, at: byteOffset + error.position)
      return nil
    }
  }

  /// Skips the rest of an element.
  private mutating func skip(
    _ input: Span<UInt8>, from start: Int, at byteOffset: Int, isAtEnd: Bool
  ) -> Int {
    guard case .skipping(var search, let isLast) = state else { return start }
    let outcome = search.find(in: input, from: start)
    var end = input.count
    var trouble: String?
    state = isLast ? .end : .separator
    switch outcome {
    case .found(let position): end = position
    case .open where !isAtEnd: state = .skipping(search, isLast: isLast)
    case .open: trouble = search.endsWithText ? nil : "unexpected end of the text"
    case .lost(let position):
      end = position
      trouble = Self.invalid
    }
    countLines(in: start..<end, of: input, at: byteOffset)
    if let trouble { fail(trouble, at: byteOffset + end) }
    return end
  }

  private static let invalid = "invalid JSON"

  private mutating func fail(_ what: String, at offset: Int) {
    error = ReaderError(
      .syntax, line: line, byteOffset: offset,
      "line \(line), byte \(offset), column \(offset - lineStart + 1): \(what)")
  }

  private mutating func countLines(in range: Range<Int>, of input: Span<UInt8>, at byteOffset: Int)
  {
    var position = range.lowerBound
    while true {
      let end = input.firstLineEnd(in: position..<range.upperBound)
      if end > position { isAfterCarriageReturn = false }
      if end == range.upperBound { return }
      if input[end] != .lineFeed || !isAfterCarriageReturn { line += 1 }
      isAfterCarriageReturn = input[end] == .carriageReturn
      position = end + 1
      lineStart = byteOffset + position
    }
  }
}
