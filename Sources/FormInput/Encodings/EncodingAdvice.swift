import FormBytes

/// The encodings that text probably has, and why.
struct EncodingAdvice {
  /// The most probable encoding, and another one if it is about as probable.
  let encodings: [TextEncoding]
  /// Why, for people; it follows the names of the encodings.
  let reason: String

  /// Encodings whose scores differ by less count as equally probable: the texts are 50 times as
  /// frequent in one of them, but the tables of letters are not more exact than that.
  private static let margin = 4.0

  /// - Parameter results: The results of the detector, the most probable one first.
  init(_ detector: EncodingDetector, _ results: [EncodingDetector.Reading]) {
    let best = results[0]
    let other = results.dropFirst().prefix { $0.score > best.score - Self.margin }
      .first { !detector.differences(best, $0).isEmpty }
    if let other {
      encodings = [best, other].map(\.candidate.encoding)
      let bytes = detector.differences(best, other).prefix(4).map { byte in
        let texts = [best, other].map { Self.shown($0.candidate.characters[Int(byte)].scalar) }
        let hex = byte.hexadecimal(to: 2, uppercase: true)
        return "\(hex) (\(texts[0]) or \(texts[1]))"
      }
      reason = "; they differ in the bytes \(bytes.joined(separator: ", "))"
    } else {
      encodings = [best.candidate.encoding]
      let letters = detector.letters(best).prefix(8).map(String.init).joined(separator: " ")
      let language = best.language.map { ", as in \($0)" } ?? ""
      reason =
        letters.isEmpty
        ? ", in which its signs are quotation marks"
        : ", in which its letters are \(letters)\(language)"
    }
  }

  /// A character in a form that is visible in messages.
  static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .nonspacingMark, .unassigned:
      "U+" + scalar.value.hexadecimal(to: 4, uppercase: true)
    default: scalar == "\u{FFFD}" ? "none" : String(scalar)
    }
  }
}

extension ReaderError {
  /// Returns the error for text that is not UTF-8.
  static func notUTF8(_ fault: RecordFault, _ advice: EncodingAdvice) -> ReaderError {
    notUTF8(fault, probably: advice.encodings, advice.reason)
  }

  /// - Parameter encodings: The probable encodings, at most two.
  static func notUTF8(
    _ fault: RecordFault, probably encodings: [TextEncoding], _ reason: String = ""
  ) -> ReaderError {
    let what =
      encodings.isEmpty
      ? "in an encoding that is not recognized"
      : "probably \(encodings.map(\.rawValue).joined(separator: " or "))\(reason)"
    return ReaderError(
      encodings.isEmpty ? .unknownEncoding : .encoding, line: fault.line,
      byteOffset: fault.byteOffset,
      "line \(fault.line), byte \(fault.byteOffset): the text is not UTF-8 but \(what)",
      likelyEncodings: encodings)
  }

  /// Returns the error for text that is UTF-8 but stated to be in another encoding.
  static func isUTF8(_ fault: RecordFault, stated: TextEncoding) -> ReaderError {
    ReaderError(
      .encoding, line: fault.line, byteOffset: fault.byteOffset,
      "line \(fault.line): the text is UTF-8, not \(stated.rawValue)", likelyEncodings: [.utf8])
  }
}
