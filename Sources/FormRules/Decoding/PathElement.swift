/// An element of the path to a value: `items[2].zip` is `[.key("items"), .index(2), .key("zip")]`.
public enum PathElement: Sendable, Hashable {
  /// The name of a property, or a key of a dictionary.
  case key(String)
  /// The position of an item, from 0.
  case index(Int)
}

extension [PathElement] {
  /// The path as a field name: `items[2].zip`.
  package var fieldName: String {
    reduce(into: "") { name, element in
      switch element {
      case .key(let key): name += name.isEmpty ? key : ".\(key)"
      case .index(let index): name += "[\(index)]"
      }
    }
  }

  /// The path of a field name. A name does not distinguish a dot in a key from a dot between keys.
  package init(fieldName name: String) {
    self = name.split(separator: ".", omittingEmptySubsequences: false).flatMap { part in
      guard part.last == "]", let start = part.firstIndex(of: "["),
        let index = Int(part[part.index(after: start)...].dropLast())
      else { return [PathElement.key(String(part))] }
      let key = part[..<start]
      return (key.isEmpty ? [] : [.key(String(key))]) + [.index(index)]
    }
  }
}

extension PathElement: Codable {
  /// Decodes a string or a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Anything but a number is decoded as a string, which throws.
    if let index = try? container.decode(Int.self) {
      self = .index(index)
    } else {
      self = .key(try container.decode(String.self))
    }
  }

  /// Encodes a string or a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .key(let key): try container.encode(key)
    case .index(let index): try container.encode(index)
    }
  }
}

extension PathElement: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A key.
  public init(stringLiteral key: String) { self = .key(key) }
  /// A position.
  public init(integerLiteral index: Int) { self = .index(index) }
}
