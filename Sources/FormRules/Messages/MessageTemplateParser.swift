import FormBytes

/// An error in a message template, with the remedy.
package struct MessageTemplateError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A description in one line.
  package let description: String

  init(_ description: String) { self.description = description }

  static func unknown(_ kind: String, _ word: String, known: [String]) -> Self {
    Self(.unknown(kind, word, known: known))
  }
}

/// Parses a message template byte by byte.
struct MessageTemplateParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  private static let maximumDepth = 8
  private static let special = Array("{}#\\".utf8)

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Parses the rest of the text as a template.
  ///
  /// - Parameter plural: The name of the enclosing plural, whose number `#` denotes.
  mutating func message(in plural: String? = nil) throws(MessageTemplateError) -> MessageTemplate {
    var parts: [MessageTemplate.Part] = []
    var text: [UInt8] = []
    func flush() {
      guard !text.isEmpty else { return }
      parts.append(.text(String(decoding: text, as: UTF8.self)))
      text.removeAll()
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "}"), depth > 0 { break }
      index += 1
      switch byte {
      case UInt8(ascii: "\\") where index < bytes.count && Self.special.contains(bytes[index]):
        text.append(bytes[index])
        index += 1
      case UInt8(ascii: "{"):
        flush()
        parts.append(try placeholder(openedAt: index, in: plural))
      case UInt8(ascii: "}"):
        throw error("a brace closes that never opened, at character \(character(index))")
      case UInt8(ascii: "#"):
        flush()
        parts.append(plural.map { .number(of: $0) } ?? .text("#"))
      default: text.append(byte)
      }
    }
    flush()
    return MessageTemplate(parts: parts)
  }

  /// Parses a placeholder after its opening brace, up to the closing one.
  private mutating func placeholder(
    openedAt start: Int, in plural: String?
  ) throws(MessageTemplateError) -> MessageTemplate.Part {
    let name = word()
    guard let first = name.utf8.first, !first.isASCIIDigit else {
      throw isAtEnd
        ? unclosed(start)
        : error(
          "a name must follow the brace at character \(character(start)); "
            + "a literal brace is written \\{")
    }
    if take(UInt8(ascii: "}")) { return .argument(name) }
    guard take(UInt8(ascii: ",")) else {
      throw isAtEnd
        ? unclosed(start) : error("'{\(name)' must go on with } or a comma")
    }
    let kind = word()
    let isPlural = kind == "plural"
    guard isPlural || kind == "select" else {
      throw .unknown("choice in '{\(name), …}':", kind, known: ["plural", "select"])
    }
    guard take(UInt8(ascii: ",")) else {
      throw isAtEnd ? unclosed(start) : error("'{\(name), \(kind)' must go on with a comma")
    }
    let branches = try branches(
      of: "{\(name), \(kind), …}", isPlural: isPlural, in: isPlural ? name : plural)
    guard take(UInt8(ascii: "}")) else { throw unclosed(start) }
    guard branches.contains(where: { $0.key == "other" }) else {
      throw error("'{\(name), \(kind), …}' has no 'other {…}'")
    }
    return isPlural ? .plural(of: name, branches) : .select(by: name, branches)
  }

  private mutating func branches(
    of choice: String, isPlural: Bool, in plural: String?
  ) throws(MessageTemplateError) -> [MessageTemplate.Branch] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw error("choices are nested too deeply") }
    var branches: [MessageTemplate.Branch] = []
    while true {
      skipBlanks()
      if isAtEnd || bytes[index] == UInt8(ascii: "}") { return branches }
      let key = word()
      if key.isEmpty || !isAtEnd && bytes[index] != UInt8(ascii: "{") {
        throw error(
          "a word and {…} are needed in '\(choice)', at character \(character(index + 1))")
      }
      if isPlural { try checkForm(key) }
      if branches.contains(where: { $0.key == key }) {
        throw error("'\(key)' occurs twice in '\(choice)'")
      }
      index += 1
      let start = index
      let template = try message(in: plural)
      guard take(UInt8(ascii: "}")) else { throw unclosed(start) }
      branches.append(.init(key: key, template: template))
    }
  }

  private func checkForm(_ key: String) throws(MessageTemplateError) {
    if key.hasPrefix("="), key.utf8.count > 1, key.utf8.dropFirst().allSatisfy(\.isASCIIDigit) {
      return
    }
    guard PluralRule.Category(rawValue: key) == nil else { return }
    let known = PluralRule.Category.allCases.map(\.rawValue)
    throw .unknown("plural form", key, known: known)
  }

  /// Parses a name or key and the surrounding spaces. Returns an empty string if there is none.
  private mutating func word() -> String {
    skipBlanks()
    let start = index
    while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
    defer { skipBlanks() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "_-=".utf8.contains(byte)
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) {
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private var isAtEnd: Bool { index >= bytes.count }

  /// The position of the character that contains a byte, from 1.
  ///
  /// - Parameter end: The index after the byte.
  private func character(_ end: Int) -> Int {
    String(decoding: bytes[..<min(end, bytes.count)], as: UTF8.self).count
  }

  private func unclosed(_ start: Int) -> MessageTemplateError {
    error("the brace at character \(character(start)) is never closed")
  }

  private func error(_ text: String) -> MessageTemplateError { MessageTemplateError(text) }
}
