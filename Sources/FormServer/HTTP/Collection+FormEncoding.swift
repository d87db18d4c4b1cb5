#if Server
import FormBytes

/// Form-encoded text, as in the query of an address and in `application/x-www-form-urlencoded`
/// (WHATWG URL, 5.1).
extension Collection<UInt8> {
  /// The names and values, in order; nil if they are not UTF-8. The value of a name without `=` is
  /// empty.
  var formEncodedPairs: some Sequence<(name: String?, value: String?)> {
    split(separator: UInt8(ascii: "&")).lazy.map { pair -> (name: String?, value: String?) in
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].decodedFromForm, parts.count > 1 ? parts[1].decodedFromForm : "")
    }
  }

  /// The text of a name or value, or nil if it is not UTF-8. `+` is a blank, and `%` without two
  /// hexadecimal digits is text.
  var decodedFromForm: String? {
    let bytes = map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    return String(validating: bytes.span.percentDecoded(), as: UTF8.self)
  }
}
#endif
