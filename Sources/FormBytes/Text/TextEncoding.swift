/// The encodings of text that files can have: those of the Encoding Standard (WHATWG), except
/// ISO-2022-JP and x-user-defined, and the code pages 437, 850 and 852.
///
/// Unlike on the web, `iso-8859-1` is not windows-1252: the bytes 80 to 9F are control characters.
/// `FormInput` converts text.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1252 = "windows-1252"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case windows874 = "windows-874"
  case latin1 = "iso-8859-1"
  case iso88592 = "iso-8859-2"
  case iso88593 = "iso-8859-3"
  case iso88594 = "iso-8859-4"
  case iso88595 = "iso-8859-5"
  case iso88596 = "iso-8859-6"
  case iso88597 = "iso-8859-7"
  case iso88598 = "iso-8859-8"
  case iso885910 = "iso-8859-10"
  case iso885913 = "iso-8859-13"
  case iso885914 = "iso-8859-14"
  case iso885915 = "iso-8859-15"
  case iso885916 = "iso-8859-16"
  case koi8R = "koi8-r"
  case koi8U = "koi8-u"
  case ibm437 = "ibm437"
  case ibm850 = "ibm850"
  case ibm852 = "ibm852"
  case ibm866 = "ibm866"
  case macRoman = "macintosh"
  case macCyrillic = "x-mac-cyrillic"
  case gb18030 = "gb18030"
  case big5 = "big5"
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  case eucKR = "euc-kr"

  /// Creates an encoding from its name or a label of it. Case, hyphens and underscores are ignored.
  package init?(name: String) {
    guard let encoding = Self.byLabel[Self.key(name)] else { return nil }
    self = encoding
  }

  /// Describes a name that no encoding has.
  ///
  /// Suggests no similar name, because most files can be read in the wrong encoding without an
  /// error.
  package static func unknown(_ name: String) -> String {
    """
    unknown encoding '\(name)'; encodings have the names of the WHATWG standard, such as \
    windows-1250 or iso-8859-2, and ibm437, ibm850 and ibm852
    """
  }

  private static let byLabel = Dictionary(
    allCases.flatMap { encoding in
      ([encoding.rawValue] + encoding.otherLabels).map { (key($0), encoding) }
    },
    uniquingKeysWith: { first, _ in first })

  private static func key(_ label: String) -> String {
    label.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}
