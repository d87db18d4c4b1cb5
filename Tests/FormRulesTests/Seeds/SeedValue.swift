import FormBytes
import FormTestSupport
import Foundation

@testable import FormRules

/// The value of a seed as a cell of a record, with the type of its field.
struct SeedValue {
  let type: FieldType
  private let text: String?
  private var kind = Cell.Kind.string

  /// - Parameter type: The type that the rule requires; nil means that of the value.
  init(_ value: VectorOption, _ seed: Seed, type: FieldType?) {
    switch value {
    case .null:
      text = nil
      self.type = type ?? (seed.params["type"]?.text == "numeric" ? .decimal() : .text)
    case .string(let string):
      text = string
      // A numeric control is a field of numbers.
      self.type = type ?? (seed.params["control"]?.text == "UIStepper" ? .decimal() : .text)
    case .bool(let flag):
      text = flag ? "true" : "false"
      self.type = type ?? .boolean()
    case .number:
      text = value.text
      self.type = type ?? .decimal()
    case .list(let items):
      // The library compares the list as a whole.
      if seed.rule == "includedIn" || seed.rule == "excludedFrom" {
        text = "[\(value.listText)]"
        self.type = .text
        return
      }
      text = items.isEmpty ? "" : value.listText
      if text?.first == "[" { kind = .array }
      self.type = .list()
    case .object(let entries):
      text = SeedFile(entries).map { "data:;base64,\($0.content.base64EncodedString())" } ?? "{}"
      self.type = SeedFile(entries) == nil ? .text : .file
    }
  }

  /// Appends the text and returns its cell.
  func append(to bytes: inout [UInt8]) -> Cell {
    guard let text else { return .missing }
    let start = UInt32(bytes.count)
    bytes += Array(text.utf8)
    return Cell(start: start, end: UInt32(bytes.count), kind: kind)
  }
}

/// A file of NGRValidator's tests: its beginning, or a generated file of the size in the seed.
struct SeedFile {
  let content: Data

  init?(_ entries: [String: VectorOption]) {
    if let text = entries["text"]?.text {
      content = Data(text.utf8)
    } else if case .number(let width) = entries["width"],
      case .number(let height) = entries["height"]
    {
      content = Self.png(width: UInt8(width), height: UInt8(height))
    } else if let count = entries["bytes"]?.text.flatMap({ Int($0) }) {
      content = Data(count: count)
    } else if let name = entries["media"]?.text, let prefix = Self.prefixes[name] {
      content = prefix
    } else {
      return nil
    }
  }

  /// The signature and header of a PNG image (ISO/IEC 15948, 5.2 and 11.2.2).
  private static func png(width: UInt8, height: UInt8) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
      + Data("IHDR".utf8) + Data([0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0])
  }

  private struct Medium: Decodable {
    let media: String
    let prefix_base64: String
  }

  private static let prefixes: [String: Data] = {
    let url = Repository.shared("vectors/seeds-media.jsonl")
    guard let lines = try? Data(contentsOf: url).split(separator: UInt8(ascii: "\n")) else {
      return [:]
    }
    let media = lines.compactMap { try? JSONDecoder().decode(Medium.self, from: $0) }
    return Dictionary(
      uniqueKeysWithValues: media.map {
        ($0.media, Data(base64Encoded: $0.prefix_base64) ?? Data())
      })
  }()
}
