/// Turns the elements of a JSON array into records.
struct JSONArrayScanner: RecordScanner {
  static let isJSON = true

  /// What may come next.
  private enum State {
    /// `[`, or an object that is all there is.
    case start
    /// An element, or `]`.
    case firstElement
    case element
    /// `,` or `]`.
    case separator
    /// Nothing.
    case end
  }

  private(set) var parser: JSONRecordParser
  private(set) var failure: ReaderError?
  private let maximumRecordBytes: Int
  private var state = State.start
  private var line = 1
  /// Where the line begins in the file.
  private var lineStart = 0
  private var isAfterCarriageReturn = false

  init(_ options: ReaderOptions) {
    parser = JSONRecordParser(options)
    maximumRecordBytes = options.maximumRecordBytes
  }

  mutating func scan(
    _ input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch, maximumRecords: Int
  ) -> Int {
    var position = 0
    while failure == nil, batch.records.count < maximumRecords,
      batch.cells.count < JSONRecordParser.maximumCellsInBatch
    {
      var scanner = JSONScanner(input, from: position)
      scanner.skipBlanks()
      countLines(in: position..<scanner.position, of: input, at: byteOffset)
      position = scanner.position
      guard let byte = scanner.current else {
        if isAtEnd, state != .end { fail("the text stops too early", at: byteOffset + position) }
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
        state = state == .start ? .end : .separator
        position = end
      case (.start, _): fail("an array of objects was expected", at: byteOffset + position)
      case (.separator, _): fail("a comma or ] was expected", at: byteOffset + position)
      case (.end, _): fail("nothing may follow the end of the data", at: byteOffset + position)
      }
    }
    return position
  }

  /// Reads an element.
  ///
  /// - Returns: where it ends; nil when it is not whole, or reading has failed.
  private mutating func readElement(
    _ input: Span<UInt8>, from start: Int, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch
  ) -> Int? {
    let window = input.extracting(..<min(input.count, start + maximumRecordBytes))
    let firstCell = batch.cells.count
    do throws(JSONError) {
      let (end, fault) = try parse(window, from: start, into: &batch)
      // A number at the end of a block may go on.
      if fault != nil, end == input.count, !isAtEnd { return nil }
      batch.appendJSONRecord(
        start..<end, firstCell: firstCell, at: byteOffset, line: line, fault)
      return end
    } catch {
      if error.position == input.count, !isAtEnd { return nil }
      countLines(in: start..<error.position, of: input, at: byteOffset)
      let offset = byteOffset + error.position
      if error.position == window.count, window.count < input.count {
        fail("an element is longer than \(maximumRecordBytes) bytes; say --max-record", at: offset)
      } else if error.code == .tooDeep {
        fail("nested deeper than \(JSONScanner.maximumDepth) levels", at: offset)
      } else {
        fail("not valid JSON; correct it there", at: offset)
      }
      return nil
    }
  }

  /// Reads an element that ends in `window`; a fault is one that does not hide where it ends.
  private mutating func parse(
    _ window: Span<UInt8>, from start: Int, into batch: inout RecordBatch
  ) throws(JSONError) -> (end: Int, fault: JSONError?) {
    var scanner = JSONScanner(window, from: start)
    do throws(JSONError) {
      try parser.parse(&scanner, isWhole: false, into: &batch)
      return (scanner.position, nil)
    } catch {
      switch error.code {
      case .duplicateKey, .tooManyKeys, .notAnObject, .encoding: break
      default: throw error
      }
      scanner = JSONScanner(window, from: start)
      scanner.checksKeys = false
      _ = try scanner.value()
      return (scanner.position, error)
    }
  }

  private mutating func fail(_ what: String, at offset: Int) {
    failure = ReaderError(
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
