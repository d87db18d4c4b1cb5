import FormBytes

/// Detects the delimiter of a file.
///
/// The delimiter occurs in the first record and splits most records into as many cells as the
/// first. In a tie, the delimiter with more cells wins, then the order `, ; tab |`. If no delimiter
/// qualifies, the file has one column, and the delimiter is a comma.
struct DelimiterSniffer {
  private static let candidates: [UInt8] = [
    .comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]
  private static let maximumRecords = 200

  private let dialect: DelimitedDialect
  /// For each candidate, the count in the first record, the count in the current record, and the
  /// number of records with equal counts.
  private var first: SIMD4<Int32>?
  private var current = SIMD4<Int32>()
  private var agreeing = SIMD4<Int32>()
  private var records = 0

  /// Returns the delimiter of a file that begins with a sample.
  ///
  /// - Parameter isWhole: Whether the sample is the whole file. Otherwise the last record is
  ///   ignored.
  static func delimiter(
    of sample: Span<UInt8>, isWhole: Bool, in dialect: DelimitedDialect = .standard
  ) -> UInt8 {
    var sniffer = DelimiterSniffer(dialect: dialect)
    sniffer.read(sample, isWhole: isWhole)
    var best = 0
    for index in 1..<candidates.count where sniffer.isBetter(index, than: best) { best = index }
    return candidates[best]
  }

  /// Returns the character on both sides of a column's name, quoted or not, or nil if the name does
  /// not occur.
  static func delimiter(beside name: String, in sample: Span<UInt8>) -> UInt8? {
    let name = Array(name.utf8)
    var start = 0
    while start + name.count <= sample.count {
      defer { start += 1 }
      guard name.indices.allSatisfy({ sample[start + $0] == name[$0] }) else { continue }
      var (before, after) = (start - 1, start + name.count)
      if before >= 0, after < sample.count, sample[before] == .quote, sample[after] == .quote {
        (before, after) = (before - 1, after + 1)
      }
      let sides = [before, after].compactMap { position -> UInt8? in
        guard sample.indices.contains(position), !sample[position].isLineEnd else { return nil }
        return sample[position]
      }
      if let side = sides.first, side.canDelimit, sides.allSatisfy({ $0 == side }) { return side }
    }
    return nil
  }

  private func isBetter(_ index: Int, than other: Int) -> Bool {
    guard let first, first[index] > 0 else { return false }
    guard first[other] > 0 else { return true }
    return (agreeing[index], first[index]) > (agreeing[other], first[other])
  }

  private mutating func read(_ sample: Span<UInt8>, isWhole: Bool) {
    let quote = dialect.quote
    var isQuoted = false
    var isCellStart = true
    var isBlank = true
    var next = 0
    for position in sample.indices where records < Self.maximumRecords {
      if position < next { continue }
      let byte = sample[position]
      if isBlank, isComment(sample, at: position) {
        next = sample.firstLineEnd(in: position..<sample.count)
      } else if byte == dialect.escape {
        // Whatever follows is part of the cell.
        next = position + 2
        isCellStart = false
        isBlank = false
      } else if isQuoted {
        isQuoted = byte != quote
      } else if byte == quote {
        // The second of two quotes reopens the cell that the first one closed.
        let isSecond = position > 0 && sample[position - 1] == quote
        isQuoted = isCellStart || isSecond
        isBlank = false
        isCellStart = false
      } else if byte.isLineEnd {
        if !isBlank { endRecord() }
        isCellStart = true
        isBlank = true
      } else if let index = Self.candidates.firstIndex(of: byte) {
        current[index] += 1
        isCellStart = true
        isBlank = false
      } else if !(isCellStart && dialect.skipsInitialSpace && byte == 0x20) {
        isCellStart = false
        isBlank = false
      }
    }
    if !isBlank, isWhole || records == 0 { endRecord() }
  }

  private func isComment(_ sample: Span<UInt8>, at start: Int) -> Bool {
    guard !dialect.comment.isEmpty, start == 0 || sample[start - 1].isLineEnd,
      start + dialect.comment.count <= sample.count
    else { return false }
    return dialect.comment.indices.allSatisfy { sample[start + $0] == dialect.comment[$0] }
  }

  private mutating func endRecord() {
    let first = self.first ?? current
    self.first = first
    for index in Self.candidates.indices where current[index] == first[index] {
      agreeing[index] += 1
    }
    records += 1
    current = SIMD4()
  }
}
