import FormBytes

/// A single-byte encoding that text may have, with the languages that are written in it.
struct EncodingCandidate: Sendable {
  let encoding: TextEncoding
  /// The natural logarithm of how frequent the encoding is in files, relative to windows-1252.
  let prior: Double
  let languages: [String]
  /// The bytes from 0 to 255 as characters.
  let characters: [Symbol]

  /// A byte, as far as words are concerned.
  struct Symbol: Sendable {
    enum Kind {
      case letter, digit, blank
      /// Quotation marks before and after words, and the apostrophe.
      case opening, closing, apostrophe
      /// Dashes, ellipses, currencies and other signs that occur in texts.
      case sign
      /// Signs that hardly occur, such as box drawings.
      case rareSign
      /// No character, or a control character.
      case none
    }
    var kind = Kind.none
    var scalar: Unicode.Scalar
    /// The letter in lower case; a blank for other characters.
    var lowercase: Unicode.Scalar = " "
    var isUppercase = false
    var isLowercase = false
    var isLetter: Bool { kind == .letter }
  }

  private init?(_ encoding: TextEncoding, _ prior: Double, _ languages: String) {
    guard let table = encoding.singleByteTable else { return nil }
    self.encoding = encoding
    self.prior = prior
    self.languages = languages.split(separator: " ").map(String.init)
    characters =
      (UInt8(0)..<0x80).map { Symbol(Unicode.Scalar($0)) } + table.characters.map(Symbol.init)
  }

  static let all: [EncodingCandidate] = [
    EncodingCandidate(.windows1252, 0, western), EncodingCandidate(.iso885915, -2, western),
    EncodingCandidate(.macRoman, -3, western), EncodingCandidate(.ibm850, -3, western),
    EncodingCandidate(.ibm437, -3.5, "ca de es eu fi fr ga gl it nl pt sq sv"),
    EncodingCandidate(.windows1250, -1, central), EncodingCandidate(.iso88592, -2, central),
    EncodingCandidate(.ibm852, -3, central), EncodingCandidate(.iso885916, -7, central),
    EncodingCandidate(.windows1254, -1, "tr"), EncodingCandidate(.windows1257, -1, "et lt lv"),
    EncodingCandidate(.iso885913, -4, "et lt lv"), EncodingCandidate(.iso88594, -6, "et lt lv"),
    EncodingCandidate(.iso88593, -6, "eo mt"), EncodingCandidate(.iso885914, -7, "cy"),
    EncodingCandidate(.iso885910, -7, "is"), EncodingCandidate(.windows1258, -8, "vi"),
    EncodingCandidate(.windows1251, -1, cyrillic), EncodingCandidate(.koi8R, -2, "bg ru"),
    EncodingCandidate(.koi8U, -2.5, "be ru uk"), EncodingCandidate(.ibm866, -2.5, cyrillic),
    EncodingCandidate(.iso88595, -3, cyrillic), EncodingCandidate(.macCyrillic, -4, cyrillic),
    EncodingCandidate(.windows1253, -1, "el"), EncodingCandidate(.iso88597, -2, "el"),
    EncodingCandidate(.windows1255, -1, "he"), EncodingCandidate(.iso88598, -4, "he"),
    EncodingCandidate(.windows1256, -1, "ar fa ur"), EncodingCandidate(.iso88596, -4, "ar"),
    EncodingCandidate(.windows874, -1, "th"),
  ].compactMap(\.self)

  /// Whether the letters of an encoding are Latin.
  static func isLatin(_ encoding: TextEncoding) -> Bool {
    switch encoding {
    case .windows1251, .koi8R, .koi8U, .ibm866, .iso88595, .macCyrillic, .windows1253, .iso88597,
      .windows1255, .iso88598, .windows1256, .iso88596, .windows874:
      false
    default: true
    }
  }

  private static let western = "ca da de es et eu fi fo fr ga gl is it nb nl pt sq sv"
  private static let central = "cs de hr hu pl ro sk sl sq"
  private static let cyrillic = "be bg mk ru sr uk"
}

extension EncodingCandidate.Symbol {
  fileprivate init(_ scalar: Unicode.Scalar) {
    self.scalar = scalar
    let properties = scalar.properties
    switch (properties.generalCategory, scalar) {
    case (_, "ª"), (_, "º"): kind = .sign
    case (.uppercaseLetter, _), (.lowercaseLetter, _), (.titlecaseLetter, _), (.otherLetter, _),
      (.modifierLetter, _), (.nonspacingMark, _), (.spacingMark, _):
      kind = .letter
      isUppercase = properties.isUppercase
      isLowercase = properties.isLowercase
      let lower = properties.lowercaseMapping.unicodeScalars
      // The lowercase form of İ has a combining dot.
      lowercase = lower.first ?? scalar
    case (.decimalNumber, _) where scalar.isASCII: kind = .digit
    case _ where scalar.isASCII: kind = .blank
    case (.control, _), (_, "\u{FFFD}"): kind = .none
    case (_, "’"): kind = .apostrophe
    case (_, "“"), (_, "‘"), (_, "„"), (_, "«"), (_, "‹"), (_, "¿"), (_, "¡"): kind = .opening
    case (_, "”"), (_, "»"), (_, "›"): kind = .closing
    default: kind = Self.signs.contains(scalar) ? .sign : .rareSign
    }
  }

  private static let signs = Set("\u{A0}\u{AD}€£§°²³µ·©®™½¼№•–—…‚".unicodeScalars)
}
