import FormBytes

/// Finds out what separates the cells of a delimited file.
///
/// The delimiter is the one that the first record has and that splits most records into as many
/// cells as the first. Ties go to the one that splits more, then to the order `, ; tab |`.
/// A file with none of them has one column, and a comma.
struct DelimiterSniffer {
  private static let candidates: [UInt8] = [
    .comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]
  private static let maximumRecords = 200

  /// Counts for each candidate: in the first record, in this one, and equal records.
  private var first: SIMD4<Int32>?
  private var current = SIMD4<Int32>()
  private var agreeing = SIMD4<Int32>()
  private var records = 0

  /// The delimiter of a file that begins like this.
  ///
  /// - Parameter isWhole: whether nothing follows; else the last record is left out.
  static func delimiter(of sample: Span<UInt8>, isWhole: Bool) -> UInt8 {
    var sniffer = DelimiterSniffer()
    sniffer.read(sample, isWhole: isWhole)
    var best = 0
    for index in 1..<candidates.count where sniffer.isBetter(index, than: best) { best = index }
    return candidates[best]
  }

  private func isBetter(_ index: Int, than other: Int) -> Bool {
    guard let first, first[index] > 0 else { return false }
    guard first[other] > 0 else { return true }
    return (agreeing[index], first[index]) > (agreeing[other], first[other])
  }

  private mutating func read(_ sample: Span<UInt8>, isWhole: Bool) {
    var isQuoted = false
    var isCellStart = true
    var isBlank = true
    for position in sample.indices where records < Self.maximumRecords {
      let byte = sample[position]
      if isQuoted {
        isQuoted = byte != .quote
      } else if byte == .quote {
        // A second quote of two opens again what the first had closed.
        let isSecond = position > 0 && sample[position - 1] == .quote
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
      } else {
        isCellStart = false
        isBlank = false
      }
    }
    if !isBlank, isWhole || records == 0 { endRecord() }
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
