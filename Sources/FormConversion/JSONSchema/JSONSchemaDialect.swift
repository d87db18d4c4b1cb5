import FormDefinitions
import FormRules

/// The drafts of JSON Schema, oldest first. They determine which keywords exist.
enum JSONSchemaDialect: Int, Comparable {
  case draft4 = 4
  case draft6 = 6
  case draft7 = 7
  case draft2019 = 2019
  case draft2020 = 2020

  /// Creates a dialect from the URI in `$schema`.
  ///
  /// A schema without it uses the latest draft, as in other implementations.
  ///
  /// - Returns: Nil if the URI is unknown.
  init?(uri: String?) {
    guard let uri else {
      self = .draft2020
      return
    }
    let name = uri.split(separator: "://").last.map(String.init) ?? uri
    switch name.hasSuffix("#") ? String(name.dropLast()) : name {
    case "json-schema.org/draft-04/schema": self = .draft4
    case "json-schema.org/draft-06/schema": self = .draft6
    case "json-schema.org/draft-07/schema": self = .draft7
    case "json-schema.org/draft/2019-09/schema": self = .draft2019
    case "json-schema.org/draft/2020-12/schema", "json-schema.org/schema": self = .draft2020
    default: return nil
    }
  }

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The name in the specification.
  var name: String {
    switch self {
    case .draft4, .draft6, .draft7: "draft \(rawValue)"
    case .draft2019: "draft 2019-09"
    case .draft2020: "draft 2020-12"
    }
  }

  /// Whether keywords next to `$ref` are ignored, as up to draft 7.
  var ignoresSiblingsOfReferences: Bool { self < .draft2019 }

  /// The keyword that identifies a schema.
  var identifier: String { self == .draft4 ? "id" : "$id" }

  /// Returns the first draft that has a format, or nil for the formats of draft 4 and unknown ones.
  static func first(withFormat name: String) -> JSONSchemaDialect? {
    switch name {
    case "json-pointer", "uri-reference", "uri-template": .draft6
    case "date", "time", "idn-email", "idn-hostname", "iri", "iri-reference", "regex",
      "relative-json-pointer":
      .draft7
    case "duration", "uuid": .draft2019
    default: nil
    }
  }
}
