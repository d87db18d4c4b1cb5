/// A node of a definition document: the syntax of YAML or JSON, before it is interpreted. Scalars
/// keep their text, so that `NO`, `007` and `1.10` are not changed.
public struct DefinitionNode: Sendable {
  /// The content of a node.
  public indirect enum Content: Sendable {
    /// The text of a scalar; only a plain (unquoted) scalar can be null.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([DefinitionNode])
    /// A mapping, in the order of the file; keys are unique.
    case mapping([Entry])
  }

  /// A key of a mapping with its value.
  public struct Entry: Sendable {
    /// The key's text.
    public var key: String
    /// The location of the key.
    public var keyLocation: DefinitionLocation
    /// The value.
    public var value: DefinitionNode

    /// Creates an entry.
    public init(_ key: String, at keyLocation: DefinitionLocation = .none, _ value: DefinitionNode)
    {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  /// The content. A list or mapping with more than 100 levels is replaced by null, and refused as
  /// a parameter of a rule.
  public var content: Content { didSet { limitLevels() } }
  /// The location of its start.
  public var location: DefinitionLocation
  /// The number of levels of lists and mappings.
  private var levels = 0

  /// The maximum number of levels. Definition files have fewer; the limit bounds recursion over
  /// nodes that were created in Swift.
  private static let maximumLevels = 100

  /// Creates a node at a location.
  public init(_ content: Content, at location: DefinitionLocation = .none) {
    self.content = content
    self.location = location
    limitLevels()
  }

  /// Whether the node had more than 100 levels and was replaced by null.
  package var isNestedTooDeep: Bool { levels > Self.maximumLevels }

  private mutating func limitLevels() {
    levels =
      switch content {
      case .scalar: 0
      case .sequence(let items): items.reduce(1) { max($0, $1.levels + 1) }
      case .mapping(let entries): entries.reduce(1) { max($0, $1.value.levels + 1) }
      }
    if isNestedTooDeep { content = .scalar("", isPlain: true) }
  }

  /// Returns a quoted scalar, for definitions created in Swift.
  public static func text(_ text: String) -> DefinitionNode { .init(.scalar(text, isPlain: false)) }

  /// Returns a null scalar; readers convert all notations of null to this.
  package static func null(at location: DefinitionLocation = .none) -> DefinitionNode {
    .init(.scalar("", isPlain: true), at: location)
  }

  /// The scalar's text, or nil for a list or mapping.
  public var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether this is an unquoted scalar that is empty, `~` or `null`.
  public var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content {
      text.isEmpty || text == "~" || text == "null"
    } else {
      false
    }
  }

  /// The kind of the node, for error messages.
  public var kindName: String {
    switch content {
    case .scalar: "a single value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension DefinitionNode.Entry: Equatable {
  /// Compares key and value, not locations.
  public static func == (a: Self, b: Self) -> Bool {
    a.key.utf8.elementsEqual(b.key.utf8) && a.value == b.value
  }
}

extension DefinitionNode: Equatable {
  /// Compares the content, not locations or quotes; null equals only null.
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

extension DefinitionNode {
  /// The entries of a mapping. Empty for other nodes.
  package var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// Returns the entry of a key in a mapping, or nil.
  package func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }

  /// The value of a key in a mapping, or nil.
  package subscript(_ key: String) -> DefinitionNode? { entry(key)?.value }
}

extension DefinitionNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a quoted scalar.
  @inline(never)
  public init(stringLiteral value: String) { self.init(.scalar(value, isPlain: false)) }
  /// Creates a plain scalar.
  @inline(never)
  public init(integerLiteral value: Int) { self.init(.scalar(String(value), isPlain: true)) }
  /// Creates a list.
  @inline(never)
  public init(arrayLiteral elements: DefinitionNode...) { self.init(.sequence(elements)) }
  /// Creates a mapping.
  @inline(never)
  public init(dictionaryLiteral elements: (String, DefinitionNode)...) {
    self.init(.mapping(elements.map { Entry($0.0, $0.1) }))
  }
}
