import FormStore

extension String {
  /// The text as part of a file name: letters, digits, dots, hyphens and underscores are unchanged,
  /// and other bytes become `%XX`. A long text is truncated and made unique by a digest.
  var asFileName: String {
    var name = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "%" + [byte].hexadecimal
      }
    }
    guard name.utf8.count > 150 else { return name }
    return name.prefix(100) + "-" + Digest.of(Array(utf8)).hexadecimal.prefix(32)
  }
}
