import FormBytes
import FormInput
import FormRules

/// Finds malformed records that contain certain values, as a cell or anywhere in their bytes. The
/// columns of cells are uncertain in such records.
struct MalformedSearch {
  private let values: [[UInt8]]
  /// The values in each encoding that undecodable bytes may have.
  private let spellings: [[[UInt8]]]

  init(_ conditions: [RecordSearch.Condition]) {
    values = conditions.map { Array($0.value.utf8) }
    spellings = values.map { value in
      var latin = value
      let isLatin = TextEncoding.windows1252.encode(&latin, from: 0) == nil
      return isLatin && latin != value ? [value, latin] : [value]
    }
  }

  /// The reason why a record matches, or nil if it lacks one of the values.
  ///
  /// - Parameters:
  ///   - raw: The record's bytes.
  ///   - cells: The cells that the reader could separate, as a JSON array.
  func reason(raw: [UInt8], cells: [UInt8]) -> FoundSubmission.Reason? {
    var records = RecordBatch()
    // Cells that are not UTF-8 are also in the bytes.
    if (try? StoredCells.append(cells.span, to: &records)) == nil { records.removeAll() }
    var (areCells, texts): (Bool, [[UInt8]]?) = (true, nil)
    for (value, spellings) in zip(values, spellings) {
      let isCell = records.cells.contains { records.content(of: $0).isEqual(to: value) }
      if isCell { continue }
      areCells = false
      let known = texts ?? Self.texts(of: raw)
      texts = known
      guard known.contains(where: { text in spellings.contains { text.has($0) } }) else {
        return nil
      }
    }
    return areCells ? .malformedCell : .malformedText
  }

  /// The unchanged bytes and, if they contain doubled quotes or JSON escapes, the bytes with these
  /// resolved.
  private static func texts(of raw: [UInt8]) -> [[UInt8]] {
    var texts = [raw]
    let text = String(decoding: raw, as: UTF8.self)
    if text.contains("\"\"") { texts.append(Array(text.replacing("\"\"", with: "\"").utf8)) }
    if text.contains("\\") { texts.append(Array(text.withoutJSONEscapes.utf8)) }
    return texts
  }
}

extension [UInt8] {
  /// Whether these bytes contain a text as a whole word: `7` is not in `27`, and `ana@b.de` is
  /// neither in `hana@b.de` nor in `ana@b.de.com`.
  fileprivate func has(_ text: [UInt8]) -> Bool {
    guard let first = text.first, text.count <= count else { return false }
    return (0...count - text.count).contains { start in
      self[start] == first && self[start..<start + text.count].elementsEqual(text)
        && !joins(at: start - 1, step: -1) && !joins(at: start + text.count, step: 1)
    }
  }

  /// Whether the byte at a position continues the adjacent word.
  private func joins(at position: Int, step: Int) -> Bool {
    guard indices.contains(position) else { return false }
    if self[position].isWord { return true }
    return ".-_+@".utf8.contains(self[position]) && indices.contains(position + step)
      && self[position + step].isWord
  }
}

extension UInt8 {
  fileprivate var isWord: Bool { self >= 0x80 || isASCIIDigit || isASCIILetter }
}

extension String {
  /// The text with complete JSON string escapes resolved.
  fileprivate var withoutJSONEscapes: String {
    var units: [UInt16] = []
    var rest = Array(utf16)[...]
    while let unit = rest.popFirst() {
      guard unit == UInt16(UInt8(ascii: "\\")), let next = rest.first else {
        units.append(unit)
        continue
      }
      let digits = rest.dropFirst().prefix(4)
      if next == UInt16(UInt8(ascii: "u")), digits.count == 4,
        let code = UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
      {
        units.append(code)
        rest = rest.dropFirst(5)
      } else {
        let controls: [Character: UInt16] = ["n": 10, "t": 9, "r": 13, "b": 8, "f": 12]
        let letter = Unicode.Scalar(next).map(Character.init)
        units.append(letter.flatMap { controls[$0] } ?? next)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
