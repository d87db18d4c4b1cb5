import FormBytes
import FormInput

/// A single-byte encoding that spreadsheet programs write or wrongly assume.
struct SingleByteEncoding: Sendable {
  let name: String
  private let table: SingleByteTable

  private init?(_ encoding: TextEncoding) {
    guard let table = encoding.singleByteTable else { return nil }
    self.table = table
    name =
      switch encoding {
      case .macRoman: "Mac Roman"
      case .ibm437, .ibm850, .ibm852, .ibm866: "code page \(encoding.rawValue.dropFirst(3))"
      case .latin1, .iso88592: encoding.rawValue.uppercased()
      default: encoding.rawValue
      }
  }

  /// Encodes a text. Returns nil if the encoding lacks one of its characters.
  func encode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = table.byte(of: scalar) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Decodes bytes. Bytes without a meaning become control characters or U+FFFD.
  func decode(_ bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      scalars.append(byte < 0x80 ? Unicode.Scalar(byte) : table.characters[Int(byte) - 0x80])
    }
    return String(scalars)
  }

  static let all = encodings.compactMap(Self.init)

  private static let encodings: [TextEncoding] = [
    .windows1252, .latin1, .macRoman, .windows1250, .iso88592, .windows1251, .windows1253,
    .windows1254, .windows1257, .ibm437, .ibm850, .ibm852, .ibm866,
  ]

  static let windows1252 = all[0]
  static let macRoman = all[2]
}
