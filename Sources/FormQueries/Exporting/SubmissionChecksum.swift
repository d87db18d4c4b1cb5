package import FormBytes
package import FormInput
package import FormRules

/// The cells of the column `_check`, which show whether a returned file is intact. A cell contains
/// characters that reveal the encoding of the saved file, and a code over the submission and its
/// cells.
///
/// The code is a keyed hash. The code therefore does not match if a number in `_submission` was
/// retyped or moved, or if the file is from another database.
package struct SubmissionChecksum {
  /// Characters that few encodings have together.
  package static let marker = "é€字ñřğ"
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let codeLength = 8

  private let key: HashKey

  package init(_ key: HashKey) { self.key = key }

  /// Returns the cell of a submission.
  func text(_ id: Int64, _ cells: ArraySlice<Cell>, of batch: RecordBatch) -> String {
    "\(Self.marker)-\(code(id, cells, of: batch))"
  }

  /// Returns the code of a submission with its cells.
  package func code(_ id: Int64, _ cells: ArraySlice<Cell>, of batch: RecordBatch) -> String {
    var bytes = Array("formrec.check ".utf8)
    bytes.append(decimal: id)
    for cell in cells {
      bytes.append(UInt8(ascii: " "))
      bytes.append(decimal: Int64(cell.range.count))
      bytes.append(UInt8(ascii: " "))
      bytes.append(batch.content(of: cell))
    }
    let hash = key.hash(bytes.span).high
    return String(
      decoding: (0..<Self.codeLength).map { Self.alphabet[Int(hash >> (5 * UInt64($0)) & 31)] },
      as: UTF8.self)
  }

  /// Returns the code in a returned cell, or nil if it has none.
  package static func code(in text: String) -> String? {
    guard let dash = text.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    return text[text.utf8.index(after: dash)...].lowercased().withoutWhitespace
  }
}

/// What the marker of a returned file shows about the encoding that was used to read it.
package enum MarkerEvidence: Equatable {
  /// The file has no marker, or an export in an encoding that lacks all of its characters.
  case none
  /// The encoding is the one in which the file was saved.
  case fits
  /// The file was saved in the encoding, which lacks some characters, or lost some of them before.
  case lossy
  /// The file was saved in another encoding.
  case contradicts

  /// - Parameter text: The cell of a column `_check`, read in the encoding.
  package init(_ text: String, readAs encoding: TextEncoding) {
    guard let dash = text.lastIndex(of: "-") else {
      self = .none
      return
    }
    var expected = Array(SubmissionChecksum.marker.unicodeScalars)[...]
    self = .none
    for scalar in text[..<dash].unicodeScalars {
      if let position = expected.firstIndex(of: scalar) {
        expected = expected[(position + 1)...]
        if self == .none { self = .fits }
      } else if scalar.isASCII || scalar == "\u{FFFD}" {
        // A character was replaced. An encoding that has it would have kept it, and an escape
        // has more characters.
        guard let next = expected.popFirst() else {
          self = .contradicts
          return
        }
        if encoding.singleByteTable != nil, encoding.has(next) {
          self = .contradicts
          return
        }
        self = .lossy
      } else {
        self = .contradicts
        return
      }
    }
  }
}

extension String {
  /// The text without white space, which programs add to numbers and codes.
  package var withoutWhitespace: String {
    utf8.allSatisfy { (0x21..<0x7F).contains($0) } ? self : filter { !$0.isWhitespace }
  }
}
