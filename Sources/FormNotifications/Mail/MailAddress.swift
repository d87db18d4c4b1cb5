import FormRules

/// An address of Internet mail with an optional name, such as `Ana Lima <ana@example.com>`.
///
/// The address consists of visible ASCII characters, so it ends neither a header nor an SMTP
/// command. Quoted local parts, and characters outside ASCII in the address, are not supported.
public struct MailAddress: Sendable, Hashable {
  /// The name of the person or mailbox.
  public let name: String?
  /// The address alone.
  public let address: String

  /// Returns nil if the text is not an address, or its name has invisible characters or brackets.
  public init?(_ text: String) {
    guard text.last == ">", let bracket = text.lastIndex(of: "<") else {
      self.init(name: nil, text)
      return
    }
    let name = text[..<bracket].drop { $0 == " " }.dropLast(while: { $0 == " " })
    let address = String(text[text.index(after: bracket)...].dropLast())
    self.init(name: name.isEmpty ? nil : String(name), address)
  }

  private init?(name: String?, _ address: String) {
    let bytes = Array(address.utf8)
    guard bytes.count <= EmailAddress.maximumBytes,
      let at = bytes.lastIndex(of: UInt8(ascii: "@")), at <= EmailAddress.maximumLocalBytes,
      EmailAddress.isValid(bytes.span, .html)
    else { return nil }
    if let name, name.visibleText != name || name.contains(where: { "<>".contains($0) }) {
      return nil
    }
    self.name = name
    self.address = address
  }

  /// The part after the at sign.
  package var domain: String {
    String(address[address.index(after: address.lastIndex(of: "@")!)...])
  }
}

extension Substring {
  fileprivate func dropLast(while isDropped: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isDropped($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
