/// The supported encodings. Text is converted to UTF-8 internally.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case latin1 = "iso-8859-1"
  case windows1252 = "windows-1252"
  case macRoman = "macintosh"
  case gb18030 = "gb18030"
  case big5 = "big5"
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  case eucKR = "euc-kr"

  /// Creates an encoding from its name. Case is ignored, and hyphens may be omitted.
  package init?(name: String) {
    switch name.lowercased().filter({ $0 != "-" && $0 != "_" }) {
    case "utf8": self = .utf8
    case "utf16le": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "iso88591", "latin1": self = .latin1
    case "windows1252", "cp1252": self = .windows1252
    case "macintosh", "macroman", "xmacroman": self = .macRoman
    case "gb18030", "gbk", "gb2312", "cp936": self = .gb18030
    case "big5", "big5hkscs", "cp950": self = .big5
    case "shiftjis", "sjis", "windows31j", "cp932": self = .shiftJIS
    case "eucjp": self = .eucJP
    case "euckr", "windows949", "cp949", "uhc": self = .eucKR
    default: return nil
    }
  }

  /// The name for iconv, or nil if formrec converts the encoding itself.
  ///
  /// The encodings are those of the WHATWG standard, which differ from older ones with the same
  /// names.
  var iconvName: String? {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian, .latin1, .windows1252: nil
    case .macRoman: "MACINTOSH"
    case .gb18030: "GB18030"
    case .big5: "BIG5-HKSCS"
    case .shiftJIS: "CP932"
    case .eucJP: "EUC-JP-MS"
    case .eucKR: "CP949"
    }
  }
}

extension TextEncoding {
  /// Guesses the encoding of text that is not UTF-8 or contains NULs.
  ///
  /// The result is UTF-16 if a quarter of the bytes are NULs, and four out of five of these are at
  /// even or at odd offsets.
  ///
  /// - Parameter offset: The offset of the sample in its file.
  init(likelyFor sample: Span<UInt8>, at offset: Int) {
    let count = min(sample.count, 1 << 16)
    var nulls = (even: 0, odd: 0)
    var isUndefined = false
    for index in 0..<count {
      switch sample[index] {
      case 0 where (offset + index).isMultiple(of: 2): nulls.even += 1
      case 0: nulls.odd += 1
      // The five bytes that are undefined in windows-1252.
      case 0x81, 0x8D, 0x8F, 0x90, 0x9D: isUndefined = true
      default: break
      }
    }
    let most = max(nulls.even, nulls.odd)
    if most * 4 >= max(1, count), most > 4 * min(nulls.even, nulls.odd) {
      self = nulls.odd > nulls.even ? .utf16LittleEndian : .utf16BigEndian
    } else {
      self = isUndefined ? .latin1 : .windows1252
    }
  }
}
