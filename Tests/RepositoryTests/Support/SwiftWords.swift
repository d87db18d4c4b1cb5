/// The words of Swift source: names and keywords, without comments and the text of string literals.
struct SwiftWords {
  struct Word {
    let text: String
    let line: Int
    /// The number of enclosing braces.
    let depth: Int
    /// Whether it follows a dot.
    let isMember: Bool
    /// Whether it follows a dot that follows no value, as in `case .name`.
    let isImplicit: Bool
    /// Whether the name is probably declared here: it follows a keyword or comma, or precedes a
    /// colon.
    let isGiven: Bool
  }

  private(set) var words: [Word] = []
  private let source: [UInt8]
  private var index = 0
  private var line = 1
  private var depth = 0

  init(_ source: String) {
    self.source = Array(source.utf8)
    readCode()
  }

  private func stands(_ text: String, at place: Int) -> Bool {
    place >= 0 && source[min(place, source.count)...].starts(with: text.utf8)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte >= 0x80
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func readCode() {
    var parentheses = 0
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "/"), stands("//", at: index) {
        while index < source.count, source[index] != UInt8(ascii: "\n") { index += 1 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
        readString()
      } else if Self.isPart(byte) {
        readWord()
      } else {
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "("): parentheses += 1
        case UInt8(ascii: ")"): parentheses -= 1
        default: break
        }
        index += 1
        if parentheses < 0 { return }
      }
    }
  }

  private mutating func readWord() {
    let start = index
    while index < source.count, Self.isPart(source[index]) { index += 1 }
    var before = start
    while before > 0, source[before - 1] == UInt8(ascii: "`") { before -= 1 }
    let isMember = before > 0 && source[before - 1] == UInt8(ascii: ".")
    let isGiven =
      stands(":", at: index) || stands(", ", at: start - 2)
      || Self.givers.contains(words.last?.text ?? "")
    words.append(
      Word(
        text: String(decoding: source[start..<index], as: UTF8.self), line: line, depth: depth,
        isMember: isMember, isImplicit: isMember && isImplicit(dot: before - 1), isGiven: isGiven))
  }

  /// Whether the dot at a place follows no value. At the beginning of a line, it follows the
  /// preceding line.
  private func isImplicit(dot: Int) -> Bool {
    guard dot > 0 else { return true }
    let space = UInt8(ascii: " ")
    if source[dot - 1] == space {
      return source[..<dot].last { $0 != space } != UInt8(ascii: "\n")
    }
    return "([{,:".utf8.contains(source[dot - 1])
  }

  private static let givers: Set = [
    "func", "var", "let", "case", "enum", "struct", "class", "protocol", "typealias",
  ]

  /// Skips a literal, except for the code in its interpolations.
  private mutating func readString() {
    var marks = 0
    while index < source.count, source[index] == UInt8(ascii: "#") {
      (index, marks) = (index + 1, marks + 1)
    }
    guard stands("\"", at: index) else { return }
    let quotes = stands("\"\"\"", at: index) ? "\"\"\"" : "\""
    let hashes = String(repeating: "#", count: marks)
    let (end, escape) = (quotes + hashes, "\\" + hashes)
    index += quotes.utf8.count
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\"") where stands(end, at: index):
        index += end.utf8.count
        return
      case UInt8(ascii: "\\") where stands(escape, at: index):
        index += escape.utf8.count + 1
        if source[index - 1] == UInt8(ascii: "(") { readCode() }
      case let byte:
        if byte == UInt8(ascii: "\n") { line += 1 }
        index += 1
      }
    }
  }
}
