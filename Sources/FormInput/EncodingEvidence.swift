import FormBytes

/// Decides whether a file whose encoding nobody has said is no UTF-8 at all, or UTF-8 with a few
/// damaged records. Text with several bytes a character and Mac Roman are known by `MultibyteSigns`.
///
/// A damaged record is *telling* when its undecodable bytes read as letters of a single-byte
/// encoding, in words (`Span.encodingSigns`). At the first one the reader looks ahead, up to the
/// file's 1,000th record and about 1 MiB. The file is taken for one in such an encoding when there
/// are enough telling records by then, and more than four times as many as records that speak
/// against it: those that are damaged otherwise, or hold characters in UTF-8. Enough is one in 40
/// records, and six are always enough. So a few bytes that were damaged on the way stop nothing,
/// and umlauts in a fortieth of the records do.
///
/// It is decided once, and nothing after the 1,000th record is ever called into question.
struct EncodingEvidence: Sendable {
  /// How far is looked ahead.
  static let sampleBytes = 1 << 20
  private static let sampleRecords = 1_000

  private var records = 0
  private var telling = 0
  private var contrary = 0
  private var letters = EncodingSigns()
  /// Of the records that are not UTF-8.
  private var multibyte = MultibyteSigns()
  /// The records in UTF-8 with other characters than ASCII.
  private var sound = 0
  /// The first telling place.
  private(set) var place: RecordFault?
  /// Whether there is nothing left to decide.
  private(set) var isSettled: Bool

  /// - Parameter isNamed: whether it is known that the text is UTF-8.
  init(isNamed: Bool) { isSettled = isNamed }

  /// How many records are still to be seen, the header being one.
  var recordsLeft: Int { isSettled ? 0 : Self.sampleRecords - records }

  /// Takes the next record into account, unless it is too far behind.
  ///
  /// - Parameters:
  ///   - byteOffset: where the record begins.
  ///   - fault: the place of its first byte that is not UTF-8, if there is one.
  mutating func add(_ record: Span<UInt8>, at byteOffset: Int, _ fault: RecordFault?) {
    guard recordsLeft > 0, byteOffset < (place?.byteOffset ?? byteOffset) + Self.sampleBytes else {
      return
    }
    records += 1
    let signs = record.encodingSigns
    if let fault {
      var own = MultibyteSigns()
      own.add(record)
      if own.encoding != nil { place = place ?? fault }
      multibyte.add(record)
    } else if signs.isUTF8 {
      sound += 1
    }
    if signs.areTelling {
      telling += 1
      letters.besideASCII += signs.besideASCII
      letters.apart += signs.apart
      place = place ?? fault
    } else if signs.isUTF8 || signs.isDamaged {
      contrary += 1
    }
    if recordsLeft == 0, place == nil { isSettled = true }
  }

  /// Decides, when all that is to be seen has been added.
  ///
  /// - Returns: why reading cannot go on at the first telling place.
  mutating func settle() -> ReaderError? {
    isSettled = true
    guard let place else { return nil }
    let least = min(6, (records + 39) / 40)
    if let encoding = multibyte.encoding, multibyte.pieces >= least, multibyte.pieces > 4 * sound {
      return .notUTF8(place, likely: encoding)
    }
    guard telling >= least, telling > 4 * contrary else { return nil }
    return .notUTF8(place, likely: letters.areLatin ? .windows1252 : nil)
  }
}

/// What the bytes of a record that are not ASCII say of its encoding.
package struct EncodingSigns {
  /// Whether some are characters in UTF-8.
  package var isUTF8 = false
  /// Whether some fit neither UTF-8 nor words.
  var isDamaged = false
  /// How many read as letters of a single-byte encoding, beside a letter that is ASCII.
  var besideASCII = 0
  /// How many read so beside others of their kind only: another script than Latin.
  var apart = 0

  /// Whether they are letters of a single-byte encoding and nothing else.
  var areTelling: Bool { !isUTF8 && !isDamaged && besideASCII + apart > 0 }

  /// Whether the letters are of a Latin script, where most stand beside ASCII.
  var areLatin: Bool { besideASCII * 2 >= apart }
}

extension Span<UInt8> {
  /// What the bytes say of their encoding; linear.
  ///
  /// Letters are those of windows-1252, which includes ISO 8859-1 and has its letters where other
  /// single-byte encodings have theirs; without ÿ, which is FF, the byte that stands for damage. A
  /// small letter counts beside another letter; a capital before one, unless a small one stands
  /// before it; typographic quotes at a word's edge; an apostrophe within. Signs such as ° or a
  /// no-break space, and letters that stand alone, say nothing.
  package var encodingSigns: EncodingSigns {
    var signs = EncodingSigns()
    var position = endOfASCII(from: 0)
    while position < count {
      if let length = lengthOfScalar(at: position) {
        signs.isUTF8 = true
        position &+= length
      } else {
        note(position, in: &signs)
        position &+= 1
      }
      position = endOfASCII(from: position)
    }
    return signs
  }

  private func note(_ position: Int, in signs: inout EncodingSigns) {
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
      signs.isDamaged = true
      return
    }
    if !isInWord {
      // What stands alone says nothing. Neither a letter among digits nor a capital in the middle
      // of a word stands in text.
      let isAmongDigits = before == .digit && after == .digit
      if role == .highCapital && before == .small || isAmongDigits { signs.isDamaged = true }
    } else if before.isASCIILetter || after.isASCIILetter {
      signs.besideASCII += 1
    } else {
      signs.apart += 1
    }
  }
}

/// What a byte is in text in windows-1252.
private enum ByteRole {
  case small, capital, digit, highSmall, highCapital
  /// Quotes that begin or end.
  case opening, closing
  /// What stands in text without being part of a word: ° § © € – … and the no-break space.
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
