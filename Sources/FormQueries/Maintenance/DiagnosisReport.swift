import FormRules

/// The state of a store, with advice.
public struct DiagnosisReport: Sendable, Encodable {
  /// The examined properties and their values.
  public var properties: [Property]
  /// The recommended actions. Empty if there are none.
  public var advice: [RecorderNote]

  /// A property of the store.
  public struct Property: Sendable {
    /// The name in words, such as `free space`.
    public var name: String
    /// The value.
    public var value: PropertyValue

    init(_ name: String, _ value: PropertyValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a property.
  public enum PropertyValue: Sendable, CustomStringConvertible, Encodable {
    case text(String)
    case count(Int)
    /// A size in bytes.
    case size(Int)
    case flag(Bool)
    /// The property has no value.
    case none

    /// The value as text, with large sizes in MiB.
    public var description: String {
      switch self {
      case .text(let text): text
      case .count(let count): String(count)
      case .size(let size): size < 10 << 20 ? "\(size) bytes" : "\(size >> 20) MiB"
      case .flag(let isOn): isOn ? "yes" : "no"
      case .none: "none"
      }
    }

    /// Encodes a text, a number, a Boolean value or null.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .count(let number), .size(let number): try container.encode(number)
      case .flag(let isOn): try container.encode(isOn)
      case .none: try container.encodeNil()
      }
    }
  }

  /// Encodes the properties with stable keys and sizes in bytes.
  public func encode(to encoder: any Encoder) throws {
    for property in properties { try encoder.encodeMembers([property.name.asKey: property.value]) }
    try encoder.encodeMembers(["advice": advice.map(\.description)])
  }
}

extension String {
  /// Converts words to a key: `free space` becomes `freeSpace`.
  fileprivate var asKey: String {
    let words = split(separator: " ")
    return (words.first.map(String.init) ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
