/// A place in a definition file, both counted from 1; line 0 means that there is no file.
public struct SourceLocation: Sendable, Hashable {
  /// The line.
  public var line: Int
  /// The column, in characters.
  public var column: Int

  /// A place in a file.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// For what was made in Swift.
  public static let none = SourceLocation(line: 0, column: 0)

  /// Moves past one byte of UTF-8 text. A line ends with LF, CR LF or CR.
  package mutating func advance(over byte: UInt8, before next: UInt8?) {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}

/// One node of a definition document: what YAML or JSON says, before it means anything. Scalars are
/// kept as their source text, so that `NO`, `007` and `1.10` stay what they are.
public struct DefinitionNode: Sendable {
  /// What a node can be.
  public indirect enum Content: Sendable {
    /// A scalar's text; a plain one (not quoted) may also mean null.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([DefinitionNode])
    /// A mapping, in source order; keys are unique.
    case mapping([Entry])
  }

  /// One key of a mapping with its value.
  public struct Entry: Sendable {
    /// The key's text.
    public var key: String
    /// Where the key stands.
    public var keyLocation: SourceLocation
    /// The value.
    public var value: DefinitionNode

    /// A key with its value.
    public init(_ key: String, at keyLocation: SourceLocation = .none, _ value: DefinitionNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  /// What the node is.
  public var content: Content
  /// Where it starts.
  public var location: SourceLocation

  /// A node at a place.
  public init(_ content: Content, at location: SourceLocation = .none) {
    self.content = content
    self.location = location
  }

  /// A scalar as if quoted, for definitions made in Swift.
  public static func text(_ text: String) -> DefinitionNode { .init(.scalar(text, isPlain: false)) }

  /// A key without a value; readers turn every spelling of null into this.
  package static func null(at location: SourceLocation = .none) -> DefinitionNode {
    .init(.scalar("", isPlain: true), at: location)
  }

  /// The scalar's text, or nil for a list or mapping.
  public var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether this is an unquoted empty scalar, `~` or `null`: a key without a value.
  public var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content {
      text.isEmpty || text == "~" || text == "null"
    } else {
      false
    }
  }

  /// What the node is, in words for an error.
  public var kindName: String {
    switch content {
    case .scalar: "a single value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension DefinitionNode.Entry: Equatable {
  /// Equal by key and value, wherever they stand.
  public static func == (a: Self, b: Self) -> Bool {
    a.key.utf8.elementsEqual(b.key.utf8) && a.value == b.value
  }
}

extension DefinitionNode: Equatable {
  /// Equal by content, wherever they stand and however they are quoted; null equals only null.
  public static func == (a: DefinitionNode, b: DefinitionNode) -> Bool {
    switch (a.content, b.content) {
    case (.scalar, .scalar) where a.isNull || b.isNull: a.isNull && b.isNull
    case (.scalar(let x, _), .scalar(let y, _)): x.utf8.elementsEqual(y.utf8)
    case (.sequence(let x), .sequence(let y)): x == y
    case (.mapping(let x), .mapping(let y)): x == y
    default: false
    }
  }
}
