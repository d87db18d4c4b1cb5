import FormRules

/// The name of an item or of a field inside it, without the name of the repeated value:
/// `[2].quantity`, `.EUR.amount`.
struct ItemName {
  let item: PathElement
  /// The name inside the item, or nil for the item itself.
  let inner: Substring?

  init?(_ name: some StringProtocol, in list: String) {
    guard name.utf8.starts(with: list.utf8) else { return nil }
    var rest = Substring(name).utf8.dropFirst(list.utf8.count)
    switch rest.popFirst() {
    case UInt8(ascii: "["):
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let digits = String(rest[..<end])
      // Only the spelling that errors use: `+2` and `02` are unknown.
      guard let digits, let index = Int(digits), index >= 0, String(index) == digits else {
        return nil
      }
      item = .index(index)
      rest = rest[end...].dropFirst()
    case UInt8(ascii: "."):
      let end = rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
      guard let key = String(rest[..<(end ?? rest.endIndex)]) else { return nil }
      item = .key(key)
      rest = rest[(end ?? rest.endIndex)...]
    default: return nil
    }
    if !rest.isEmpty, rest.first != UInt8(ascii: ".") { return nil }
    inner = rest.isEmpty ? nil : Substring(rest.dropFirst())
  }
}
