import FormBytes
import FormRules
import Foundation

/// The texts of the records of a batch, which their leaves in the hash tree cover:
///
///     17 ["Ana","ana@example"]
///     ["email.email","error","email.invalid",{"n":1}]
///     malformed 17 3 250 base64
///     corrects 12
///     key base64
///     answer 4 -1 2 1
///
/// The first line has the line and the cells, or in a replay the submission. The other lines
/// occur only if the record has them.
struct RecordLines {
  // Copies of the batch's arrays, because each access to a property of a class is checked.
  private let text: [UInt8]
  private let ends: [Int]
  private let lines: [Int64]
  private let corrects: [Int64]
  private let errors: [PreparedBatch.ErrorRow]
  private let malformed: [PreparedBatch.Malformed]
  private let keys: [PreparedBatch.HashedKey]
  private let answers: [PreparedBatch.Answer]
  /// The numbers of entries that belong to earlier records.
  private var done = (errors: 0, malformed: 0, keys: 0, answers: 0)
  /// Whether the cells of an altered store have line breaks, which separate lines here.
  private let hasBreaks: Bool
  private let errorLines: ErrorLines
  /// The id of the first submission of a replay.
  private let first: Int64?

  init(_ batch: PreparedBatch, _ errorLines: ErrorLines, from first: Int64?) {
    (text, ends, lines, corrects) = (batch.text, batch.ends, batch.lines, batch.corrects)
    (errors, malformed) = (batch.errors, batch.malformed)
    (keys, answers) = (batch.recordKeys, batch.answers)
    hasBreaks = text.hasLineBreak
    self.errorLines = errorLines
    self.first = first
  }

  /// Appends the text of the next record.
  ///
  /// - Parameter index: The index of the record, which grows by one with each call.
  mutating func append(_ index: Int, to text: inout [UInt8]) {
    text.append(decimal: lines[index])
    if first == nil {
      text.append(UInt8(ascii: " "))
      let start = text.count
      text.append(self.text.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index]))
      if hasBreaks { text.replaceLineBreaks(from: start) }
    }
    let number = Int32(clamping: first.map { lines[index] - $0 } ?? Int64(index))
    // The last record takes all entries that are left.
    let end = index == ends.count - 1 ? Int32.max : number
    // Only the number of an entry is read first: copying the whole entry would cost more than the
    // rest of the record's text.
    while done.errors < errors.count, errors[done.errors].record <= end {
      let error = errors[done.errors]
      Self.mark(error.record, of: number, in: &text)
      errorLines.append(error, to: &text)
      done.errors += 1
    }
    while done.malformed < malformed.count, malformed[done.malformed].record <= end {
      let record = malformed[done.malformed]
      Self.mark(record.record, of: number, in: &text)
      text += "\nmalformed \(record.line) \(record.column) \(record.byte) ".utf8
      text += Data(record.raw).base64EncodedString().utf8
      done.malformed += 1
    }
    if index < corrects.count, corrects[index] != 0 {
      text += "\ncorrects \(corrects[index])".utf8
    }
    while done.keys < keys.count, keys[done.keys].record <= end {
      let key = keys[done.keys]
      Self.mark(key.record, of: number, in: &text)
      text += Self.keyStart
      text.append(base64: key)
      done.keys += 1
    }
    while done.answers < answers.count, answers[done.answers].record <= end {
      let answer = answers[done.answers]
      Self.mark(answer.record, of: number, in: &text)
      let (high, low) = (Int64(bitPattern: answer.key.high), Int64(bitPattern: answer.key.low))
      text += "\nanswer \(answer.rule) \(high) \(low) \(answer.outcome.rawValue)".utf8
      done.answers += 1
    }
  }

  private static let keyStart = Array("\nkey ".utf8)

  /// Marks an entry of an altered store that belongs to no record, or to another one.
  private static func mark(_ record: Int32, of number: Int32, in text: inout [UInt8]) {
    if record != number { text += "\n?\(record)".utf8 }
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, the lowest one first.
  var littleEndianBytes: [UInt8] {
    stride(from: 0, to: Self.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

extension [UInt8] {
  fileprivate var hasLineBreak: Bool {
    // Safe because the range is that of the array.
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe memchr(start, 0x0A, bytes.count) != nil
    }
  }

  /// Replaces line breaks by a character that no JSON text contains.
  mutating func replaceLineBreaks(from start: Int) {
    for index in start..<count where self[index] == 0x0A { self[index] = 0x0B }
  }

  /// Appends the hashes of a key as 16 characters.
  fileprivate mutating func append(base64 key: PreparedBatch.HashedKey) {
    let hash = UInt64(bitPattern: key.hash).byteSwapped
    var words = (hash >> 16, hash << 48 | UInt64(key.content.byteSwapped) << 16)
    for _ in 0..<16 {
      // The next six bits of the 96 bits.
      append(Self.base64[Int(words.0 >> 42)])
      words.0 = (words.0 << 6 | words.1 >> 58) & (1 << 48 - 1)
      words.1 <<= 6
    }
  }

  private static let base64 = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
