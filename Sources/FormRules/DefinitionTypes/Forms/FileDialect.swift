/// How the delimited files of a form differ from RFC 4180.
///
/// The keys are those of `file` in definitions. CSVW and Frictionless define most of them.
public struct FileDialect: Sendable, Equatable {
  /// The character around cells that contain delimiters or line breaks; empty if no character has
  /// this meaning.
  public var quote: String
  /// The character before a delimiter, a line break, a quote or itself that is part of a cell.
  public var escape: String?
  /// The beginning of lines that are not records.
  public var comment: String?
  /// The number of records at the end of a file that are not data, such as a row of totals.
  public var footer: Int
  /// Whether blanks before a cell are not part of it.
  public var skipInitialSpace: Bool
  /// Whether a delimiter at the end of a line ends its last cell instead of beginning another.
  public var trailingDelimiter: Bool
  /// Whether a row without any value is not a record, as in workbooks.
  public var skipBlankRows: Bool

  /// Creates a dialect. The defaults are those of RFC 4180.
  public init(
    quote: String = "\"", escape: String? = nil, comment: String? = nil, footer: Int = 0,
    skipInitialSpace: Bool = false, trailingDelimiter: Bool = false, skipBlankRows: Bool = false
  ) {
    self.quote = quote
    self.escape = escape
    self.comment = comment
    self.footer = footer
    self.skipInitialSpace = skipInitialSpace
    self.trailingDelimiter = trailingDelimiter
    self.skipBlankRows = skipBlankRows
  }

  /// A property in definitions and on the command line.
  package enum Key: String, Sendable, CaseIterable {
    case quote, escape, comment, footer, skipInitialSpace, trailingDelimiter, skipBlankRows
  }

  /// The maximum `footer`.
  package static let longestFooter = 1_000

  /// Returns the text of a property, or nil if it has its default.
  package func text(of key: Key) -> String? {
    switch key {
    case .quote: quote == "\"" ? nil : quote.isEmpty ? "none" : quote
    case .escape: escape
    case .comment: comment
    case .footer: footer == 0 ? nil : String(footer)
    case .skipInitialSpace: skipInitialSpace ? "true" : nil
    case .trailingDelimiter: trailingDelimiter ? "true" : nil
    case .skipBlankRows: skipBlankRows ? "true" : nil
    }
  }

  /// The properties without their defaults.
  package var settings: [(key: String, text: String)] {
    Key.allCases.compactMap { key in text(of: key).map { (key.rawValue, $0) } }
  }

  /// Sets a property.
  ///
  /// - Returns: What is wrong with the text, or nil.
  package mutating func set(_ key: Key, _ text: String) -> String? {
    switch key {
    case .quote where text == "none": quote = ""
    case .quote, .escape:
      guard let byte = text.utf8.first, text.utf8.count == 1, (0x21..<0x7F).contains(byte) else {
        return "\(key.rawValue) must be an ASCII character" + (key == .quote ? " or none" : "")
      }
      if key == .quote { quote = text } else { escape = text }
    case .comment:
      guard !text.isEmpty, text.utf8.count <= 16, text.utf8.allSatisfy({ $0 >= 0x20 }) else {
        return "comment must be a text of 1 to 16 bytes"
      }
      comment = text
    case .footer:
      guard let number = Int(text), (0...Self.longestFooter).contains(number) else {
        return "footer must be a number from 0 to \(Self.longestFooter)"
      }
      footer = number
    case .skipInitialSpace, .trailingDelimiter, .skipBlankRows:
      guard ["true", "false"].contains(text) else { return "\(key.rawValue) must be true or false" }
      switch key {
      case .skipInitialSpace: skipInitialSpace = text == "true"
      case .trailingDelimiter: trailingDelimiter = text == "true"
      default: skipBlankRows = text == "true"
      }
    }
    return nil
  }

  /// What is wrong with the combination of properties, or nil.
  ///
  /// - Parameter delimiter: The delimiter, if it is known.
  package func conflict(delimiter: String?) -> String? {
    let characters = [("quote", quote), ("escape", escape ?? ""), ("delimiter", delimiter ?? "")]
      .filter { !$0.1.isEmpty }
    for (index, one) in characters.enumerated() {
      if let other = characters[..<index].first(where: { $0.1 == one.1 }) {
        return "\(one.0) and \(other.0) must differ"
      }
    }
    if let comment, let first = characters.first(where: { comment.hasPrefix($0.1) }) {
      return "comment must not begin with the \(first.0)"
    }
    return nil
  }
}
