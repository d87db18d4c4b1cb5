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

  /// The character on both sides of a column's name, quoted or not; nil if the name does not occur.
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
