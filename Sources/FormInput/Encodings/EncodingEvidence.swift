import FormBytes

/// Decides whether a file of unspecified encoding is not UTF-8 at all, or is UTF-8 with a few
/// damaged records.
///
/// `MultibyteDetector` detects encodings with several bytes per character and Mac Roman.
///
/// A damaged record is *conclusive* if its undecodable bytes read as letters of a single-byte
/// encoding, in words (`Span.encodingIndicators`). At the first conclusive record the reader looks
/// ahead, up to the file's 1,000th record and about 1 MiB. The file counts as encoded differently
/// if there are enough conclusive records by then, and more than four times as many as contrary
/// ones: records with other damage or with characters in UTF-8. Enough means one in 40 records; six
/// are always enough. Thus a few bytes damaged in transit do not end reading, but umlauts in a
/// fortieth of the records do.
///
/// The decision is made once. Nothing after the 1,000th record can change it.
struct EncodingEvidence: Sendable {
  /// The number of bytes to look ahead.
  static let sampleBytes = 1 << 20
  private static let sampleRecords = 1_000

  private var records = 0
  private var conclusive = 0
  private var contrary = 0
  private var letters = EncodingIndicators()
  /// The signs in the records that are not UTF-8.
  private var multibyte = MultibyteDetector()
  /// The number of records in UTF-8 with characters beyond ASCII.
  private var validRecords = 0
  /// The position of the first conclusive evidence.
  private(set) var firstInvalid: RecordFault?
  /// Whether the decision is final.
  private(set) var isSettled: Bool

  /// - Parameter isNamed: Whether the text is known to be UTF-8.
  init(isNamed: Bool) { isSettled = isNamed }

  /// The number of records still to be examined. The header counts as one.
  var recordsLeft: Int { isSettled ? 0 : Self.sampleRecords - records }

  /// Examines the next record, unless it is beyond the look-ahead.
  ///
  /// - Parameters:
  ///   - byteOffset: The start of the record.
  ///   - fault: The position of its first byte that is not UTF-8, if any.
  mutating func add(_ record: Span<UInt8>, at byteOffset: Int, _ fault: RecordFault?) {
    guard recordsLeft > 0, byteOffset < (firstInvalid?.byteOffset ?? byteOffset) + Self.sampleBytes
    else {
      return
    }
    records += 1
    let indicators = record.encodingIndicators
    if let fault {
      var detector = MultibyteDetector()
      detector.add(record)
      if detector.encoding != nil { firstInvalid = firstInvalid ?? fault }
      multibyte.add(record)
    } else if indicators.isUTF8 {
      validRecords += 1
    }
    if indicators.areConclusive {
      conclusive += 1
      letters.besideASCIILetter += indicators.besideASCIILetter
      letters.besideOtherLetter += indicators.besideOtherLetter
      firstInvalid = firstInvalid ?? fault
    } else if indicators.isUTF8 || indicators.isDamaged {
      contrary += 1
    }
    if recordsLeft == 0, firstInvalid == nil { isSettled = true }
  }

  /// Decides, after all records have been added.
  ///
  /// - Returns: The error that ends reading at the first conclusive position, or nil.
  mutating func conclusion() -> ReaderError? {
    isSettled = true
    guard let firstInvalid else { return nil }
    let least = min(6, (records + 39) / 40)
    if let encoding = multibyte.encoding, multibyte.pieces >= least,
      multibyte.pieces > 4 * validRecords
    {
      return .notUTF8(firstInvalid, likely: encoding)
    }
    guard conclusive >= least, conclusive > 4 * contrary else { return nil }
    return .notUTF8(firstInvalid, likely: letters.areLatin ? .windows1252 : nil)
  }
}

/// The properties of a record's non-ASCII bytes that indicate its encoding.
package struct EncodingIndicators {
  /// Whether some bytes are characters in UTF-8.
  package var isUTF8 = false
  /// Whether some bytes fit neither UTF-8 nor words.
  var isDamaged = false
  /// The number of bytes that read as letters of a single-byte encoding next to an ASCII letter.
  var besideASCIILetter = 0
  /// The number of bytes that read as letters only next to other such letters, as in non-Latin
  /// scripts.
  var besideOtherLetter = 0

  /// Whether the bytes are exclusively letters of a single-byte encoding.
  var areConclusive: Bool { !isUTF8 && !isDamaged && besideASCIILetter + besideOtherLetter > 0 }

  /// Whether the letters belong to a Latin script, where most are next to ASCII letters.
  var areLatin: Bool { besideASCIILetter * 2 >= besideOtherLetter }
}

extension Span<UInt8> {
  /// The properties of the bytes that indicate their encoding.
  ///
  /// Complexity: linear.
  ///
  /// Letters are those of windows-1252, which includes ISO 8859-1 and has its letters where other
  /// single-byte encodings have theirs. ÿ is excluded because its byte FF usually indicates damage.
  /// A lowercase letter counts next to another letter. A capital counts before a letter, unless a
  /// lowercase letter precedes it. Typographic quotes count at the edge of a word, and an
  /// apostrophe counts within one. Signs such as ° or a no-break space, and isolated letters, do
  /// not count.
  package var encodingIndicators: EncodingIndicators {
    var indicators = EncodingIndicators()
    var position = endOfASCII(from: 0)
    while position < count {
      if let length = lengthOfScalar(at: position) {
        indicators.isUTF8 = true
        position &+= length
      } else {
        note(position, in: &indicators)
        position &+= 1
      }
      position = endOfASCII(from: position)
    }
    return indicators
  }

  private func note(_ position: Int, in indicators: inout EncodingIndicators) {
    let before = ByteRole(position > 0 ? self[position - 1] : 0)
    let after = ByteRole(position + 1 < count ? self[position + 1] : 0)
    let isInWord: Bool
    let role = ByteRole(self[position])
    switch role {
    case .highSmall: isInWord = before.isLetter || after.isLetter
    case .highCapital:
      isInWord =
        after.isLetter && before != .small || (before == .capital || before == .highCapital)
    case .opening:
      isInWord = after.isLetter && !before.isLetter
    case .closing:
      isInWord = before.isLetter && (!after.isLetter || self[position] == 0x92)
    case .sign: return
    default:
      indicators.isDamaged = true
      return
    }
    if !isInWord {
      // Isolated letters indicate nothing. Text contains neither a letter among digits nor a
      // capital in the middle of a word.
      let isAmongDigits = before == .digit && after == .digit
      if role == .highCapital && before == .small || isAmongDigits { indicators.isDamaged = true }
    } else if before.isASCIILetter || after.isASCIILetter {
      indicators.besideASCIILetter += 1
    } else {
      indicators.besideOtherLetter += 1
    }
  }
}

/// The role of a byte in windows-1252 text.
private enum ByteRole {
  case small, capital, digit, highSmall, highCapital
  /// Opening or closing quotes.
  case opening, closing
  /// Signs that occur in text outside of words: ° § © € – … and the no-break space.
  case sign
  case other

  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case 0xD7, 0xF7: self = .sign
    case 0xDF...0xFE, 0x9A, 0x9C, 0x9E: self = .highSmall
    case 0xC0...0xDE, 0x8A, 0x8C, 0x8E, 0x9F: self = .highCapital
    case 0x82, 0x84, 0x8B, 0x91, 0x93, 0xAB: self = .opening
    case 0x92, 0x94, 0x9B, 0xBB: self = .closing
    case 0x80, 0x85, 0x95...0x97, 0x99, 0xA0, 0xA1, 0xA3, 0xA7, 0xA9, 0xAA, 0xAE, 0xB0...0xB5, 0xB7,
      0xBA, 0xBC...0xBF:
      self = .sign
    default: self = .other
    }
  }

  var isASCIILetter: Bool { self == .small || self == .capital }
  var isLetter: Bool { isASCIILetter || self == .highSmall || self == .highCapital }
}
