import FormBytes
import FormInput

/// A straightforward reader of delimited files, which reads the whole file byte by byte.
/// Its results are correct by definition; `DelimitedReader` must return the same.
struct ReferenceReader {
  var delimiter = UInt8(ascii: ",")
  var expectedFields: Int?
  var maximumRecordBytes = 1 << 20
  private let maximumQuotedBytes: Int
  private var line = 1

  init(_ options: ReaderOptions) {
    delimiter = options.delimiter ?? delimiter
    expectedFields = options.fieldCount
    maximumRecordBytes = options.maximumRecordBytes
    maximumQuotedBytes = options.maximumQuotedBytes
  }

  mutating func read(_ bytes: [UInt8]) -> [ReadRecord] {
    var records: [ReadRecord] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == 0x0A || bytes[position] == 0x0D {
        position = nextLine(bytes, position)
        line += 1
      } else {
        records.append(record(bytes, &position))
      }
    }
    return records
  }

  private mutating func record(_ bytes: [UInt8], _ start: inout Int) -> ReadRecord {
    enum State { case cellStart, unquoted, quoted, closed }
    let limit = min(bytes.count, start + maximumRecordBytes)
    var (state, opening, end) = (State.cellStart, start, start)
    var (cells, ends, cell): ([[UInt8]], [Int], [UInt8]) = ([], [], [])
    var trouble: (code: FaultCode, at: Int)?
    var resumed = 0
    walk: while trouble == nil {
      if end == limit {
        if state == .quoted {
          let bound = min(bytes.count, start + maximumQuotedBytes)
          let closed = endOfQuoted(bytes[limit..<bound])
          trouble = closed == nil ? (.unterminatedQuote, opening) : (.tooLong, limit)
          resumed = closed ?? 0
        } else if limit < bytes.count, !isLineEnd(bytes[limit]) {
          trouble = (.tooLong, limit)
        }
        break
      }
      let byte = bytes[end]
      switch (state, byte) {
      case (.quoted, 0x22): state = .closed
      case (.closed, 0x22), (.quoted, _):
        cell.append(byte)
        state = .quoted
      case (_, delimiter):
        cells.append(cell)
        ends.append(end)
        (cell, state) = ([], .cellStart)
      case (_, 0x0A), (_, 0x0D): break walk
      case (.cellStart, 0x22): (state, opening) = (.quoted, end)
      case (.closed, _) where lines(bytes, opening, end) > 0: trouble = (.strayQuote, opening)
      case (.closed, _), (.unquoted, 0x22): trouble = (.strayQuote, end)
      default:
        cell.append(byte)
        state = .unquoted
      }
      end += 1
    }

    var fault: RecordFault?
    let column = cells.count + 1
    if let trouble {
      fault = self.fault(trouble.code, at: trouble.at, column, in: bytes, from: start)
      end = trouble.code == .tooLong ? limit : lineEnd(bytes, start, limit)
      let kept = trouble.code == .tooLong ? 0 : ends.count { $0 < end }
      cells.removeLast(cells.count - kept)
      if end == limit, limit < bytes.count {
        end = characterBoundary(bytes, start, limit)
      }
    } else {
      cells.append(cell)
      ends.append(end)
      expectedFields = expectedFields ?? cells.count
    }
    let raw = Array(bytes[start..<end])
    if fault == nil || [.tooFewFields, .nul].contains(fault!.code), let bad = invalidUTF8(raw) {
      let column = ends.count { $0 <= start + bad } + 1
      fault = self.fault(.encoding, at: start + bad, column, in: bytes, from: start)
    } else if fault == nil, let nul = raw.firstIndex(of: 0) {
      let column = ends.count { $0 <= start + nul } + 1
      fault = self.fault(.nul, at: start + nul, column, in: bytes, from: start)
    } else if fault == nil, let expected = expectedFields, cells.count != expected {
      fault = self.fault(
        cells.count < expected ? .tooFewFields : .tooManyFields, at: start,
        min(cells.count, expected) + 1, in: bytes, from: start)
      fault?.expectedFields = expected
      fault?.foundFields = cells.count
    }
    defer {
      end = max(end, resumed)
      line += lines(bytes, start, end) + 1
      start = nextLine(bytes, lineEnd(bytes, end, bytes.count))
    }
    return ReadRecord(
      line: line, byteOffset: start, raw: raw, cells: cells, fault: fault)
  }

  /// The end of a record with an open quote, or nil if the quote is not closed or text follows it.
  private func endOfQuoted(_ bytes: ArraySlice<UInt8>) -> Int? {
    enum State { case cellStart, unquoted, quoted, closed }
    var state = State.quoted
    for (index, byte) in zip(bytes.indices, bytes) {
      switch (state, byte) {
      case (.quoted, 0x22): state = .closed
      case (.closed, 0x22), (.cellStart, 0x22): state = .quoted
      case (.quoted, _): break
      case (_, delimiter): state = .cellStart
      case (_, 0x0A), (_, 0x0D): return index
      case (.closed, _), (.unquoted, 0x22): return nil
      default: state = .unquoted
      }
    }
    return state == .quoted ? nil : bytes.endIndex
  }

  private func fault(
    _ code: FaultCode, at place: Int, _ column: Int, in bytes: [UInt8], from start: Int
  ) -> RecordFault {
    RecordFault(
      code: code, line: line + lines(bytes, start, place), column: column, byteOffset: place)
  }

  /// The position at which to cut, so that no character extends beyond `limit`.
  private func characterBoundary(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    guard bytes[limit] & 0xC0 == 0x80 else { return limit }
    let before = bytes[max(start, limit - 3)..<limit]
    guard let lead = before.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return limit }
    let length = (~bytes[lead]).leadingZeroBitCount
    return bytes[lead] >= 0xC0 && limit - lead < min(length, 4) ? lead : limit
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func lineEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    bytes[start..<end].firstIndex(where: isLineEnd) ?? end
  }

  private func nextLine(_ bytes: [UInt8], _ end: Int) -> Int {
    if end == bytes.count { return end }
    return bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? end + 2 : end + 1
  }

  private func lines(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    (start..<end).count { index in
      bytes[index] == 0x0A
        || bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
    }
  }

  private func invalidUTF8(_ raw: [UInt8]) -> Int? {
    if String(validating: raw, as: UTF8.self) != nil { return nil }
    return (0..<raw.count).last { String(validating: raw[..<$0], as: UTF8.self) != nil }
  }
}
