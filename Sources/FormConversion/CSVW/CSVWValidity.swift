import FormDefinitions
import FormRules

/// Checks the validity of CSV on the Web metadata.
///
/// Finds the errors specified in "Metadata Vocabulary for Tabular Data", except those that concern
/// the columns of a file.
struct CSVWValidity {
  private(set) var errors: [DefinitionError] = []

  private static let context = "http://www.w3.org/ns/csvw"

  /// The kinds of descriptions. The raw value is the value of `@type`.
  private enum Kind: String {
    case tableGroup = "TableGroup"
    case table = "Table"
    case schema = "Schema"
    case column = "Column"
    case dialect = "Dialect"
    case transformation = "Template"
    case datatype = "Datatype"
  }

  static func errors(in metadata: DefinitionNode) -> [DefinitionError] {
    var validity = CSVWValidity()
    if let context = metadata["@context"] { validity.checkContext(context) }
    validity.check(metadata, metadata["tables"] == nil ? .table : .tableGroup)
    return validity.errors
  }

  private mutating func addError(_ message: String, at location: DefinitionLocation) {
    if errors.count < 20 { errors.append(DefinitionError(message, at: location)) }
  }

  /// Section 5.2: the name, optionally with a base and a language.
  private mutating func checkContext(_ node: DefinitionNode) {
    let members = node.items.dropFirst().flatMap(\.entries)
    let isNamed = node.scalar == Self.context || node.items.first?.scalar == Self.context
    guard isNamed, node.items.count <= 2 else {
      return addError(
        "@context must be '\(Self.context)', or a list that begins with it", at: node.location)
    }
    for entry in members where entry.key != "@base" && entry.key != "@language" {
      addError(
        "@context has '\(entry.key)'; only @base and @language are allowed", at: entry.keyLocation)
    }
  }

  private mutating func check(_ node: DefinitionNode, _ kind: Kind) {
    for entry in node.entries {
      switch entry.key {
      case "@context": break
      case "@id": checkIdentifier(entry, kind)
      case "@type" where kind != .datatype:
        if entry.value.scalar != kind.rawValue {
          addError("@type must be '\(kind.rawValue)'", at: entry.keyLocation)
        }
      case "tables": for item in entry.value.items { check(item, .table) }
      case "tableSchema": check(entry.value, .schema)
      case "dialect": check(entry.value, .dialect)
      case "transformations": for item in entry.value.items { check(item, .transformation) }
      case "columns":
        checkOrder(entry.value.items)
        for item in entry.value.items { check(item, .column) }
      case "datatype": check(entry.value, .datatype)
      case "foreignKeys": for item in entry.value.items { checkForeignKey(item) }
      case let key where key.contains(":") || key == "notes": checkValue(entry.value)
      default: break
      }
    }
    if kind == .table, let url = node.entry("url"), url.value.jsonType != .string {
      addError("'url' must be a text", at: url.keyLocation)
    }
    if kind == .datatype, case .mapping = node.content { checkBounds(node) }
  }

  /// Sections 5.3 to 5.11: the identifier must not be a blank node or a reserved name.
  private mutating func checkIdentifier(_ entry: DefinitionNode.Entry, _ kind: Kind) {
    let id = entry.value.scalar ?? ""
    if id.hasPrefix("_:") {
      addError("@id must not begin with '_:'", at: entry.keyLocation)
    } else if kind == .datatype,
      ["http://www.w3.org/2001/XMLSchema#", "http://www.w3.org/ns/csvw#"].contains(
        where: id.hasPrefix)
    {
      addError("@id of a datatype must not be that of a built-in one", at: entry.keyLocation)
    }
  }

  /// Section 5.5: virtual columns must follow all others.
  private mutating func checkOrder(_ columns: [DefinitionNode]) {
    var isVirtual = false
    for column in columns {
      let own = column["virtual"]?.scalar == "true"
      if isVirtual, !own {
        addError("virtual columns must be last", at: column.location)
        return
      }
      isVirtual = isVirtual || own
    }
  }

  private mutating func checkForeignKey(_ node: DefinitionNode) {
    guard let reference = node.entry("reference") else { return }
    let names = reference.value.entries.map(\.key)
    if !names.contains("columnReference")
      || !names.contains("resource") && !names.contains("schemaReference")
    {
      addError(
        "'reference' must be an object with 'resource' and 'columnReference'",
        at: reference.keyLocation)
    }
  }

  /// Section 5.11.1: bounds must be consistent, and the type must permit them.
  private mutating func checkBounds(_ node: DefinitionNode) {
    for limit in ["min", "max"] {
      if node.entry("\(limit)Inclusive") != nil, let exclusive = node.entry("\(limit)Exclusive") {
        addError(
          "'\(limit)Inclusive' and '\(limit)Exclusive' must not be combined",
          at: exclusive.keyLocation)
      }
    }
    checkLengths(node)
    let base = node["base"]?.scalar ?? "string"
    guard let type = CSVWBaseType(base) else { return }
    var inapplicable: [String] = []
    if !type.hasLength { inapplicable += ["length", "minLength", "maxLength"] }
    if !type.hasOrder {
      inapplicable += [
        "minimum", "maximum", "minInclusive", "maxInclusive", "minExclusive", "maxExclusive",
      ]
    }
    for key in inapplicable {
      if let entry = node.entry(key) {
        addError("'\(key)' does not apply to '\(base)'", at: entry.keyLocation)
      }
    }
  }

  private mutating func checkLengths(_ node: DefinitionNode) {
    func length(_ key: String) -> Int? { node[key]?.scalar.flatMap { Int($0) } }
    let (least, most) = (length("minLength"), length("maxLength"))
    if let least, let most, least > most {
      addError(
        "'minLength' is greater than 'maxLength'",
        at: node.entry("minLength")?.keyLocation ?? node.location)
    }
    if let exact = length("length"), (least ?? exact) > exact || (most ?? exact) < exact {
      addError(
        "'length' is outside of 'minLength' and 'maxLength'",
        at: node.entry("length")?.keyLocation ?? node.location)
    }
  }

  /// Section 5.8: values of common properties are limited to a subset of JSON-LD.
  private mutating func checkValue(_ node: DefinitionNode) {
    for item in node.items { checkValue(item) }
    let keys = Set(node.entries.map(\.key))
    for entry in node.entries {
      switch entry.key {
      case "@value":
        if keys.count > 2 || !keys.isSubset(of: ["@value", "@type", "@language"]) {
          addError(
            "'@value' may be combined with either '@type' or '@language'", at: entry.keyLocation)
        }
      case "@language":
        if !keys.contains("@value") {
          addError("'@language' requires '@value'", at: entry.keyLocation)
        } else if !entry.value.isNull, !Self.isLanguage(entry.value.scalar) {
          addError("'@language' must be a language tag", at: entry.keyLocation)
        }
      case "@type":
        for name in entry.value.items.isEmpty ? [entry.value] : entry.value.items
        where !Self.isTypeName(name) {
          addError("'@type' must be a term, a prefixed name or a URL", at: entry.keyLocation)
        }
      case "@id":
        if entry.value.scalar?.hasPrefix("_:") == true {
          addError("@id must not begin with '_:'", at: entry.keyLocation)
        }
      case let key where key.hasPrefix("@"):
        addError("'\(key)' is not allowed here", at: entry.keyLocation)
      default: checkValue(entry.value)
      }
    }
  }

  /// Whether the node is a term without blanks, a prefixed name, or a URL, but not a blank node.
  private static func isTypeName(_ node: DefinitionNode) -> Bool {
    guard node.jsonType == .string, let name = node.scalar else { return false }
    return !name.isEmpty && !name.hasPrefix("_:") && !name.contains(" ")
  }

  /// Returns whether a text has the form of a language tag (RFC 5646, 2.1): parts of one to eight
  /// letters and digits.
  ///
  /// The first part consists of at least two letters, or is `x` or `i`.
  static func isLanguage(_ tag: String?) -> Bool {
    tag?.wholeMatch(of: /(?:[A-Za-z]{2,8}|[XxIi])(?:-[A-Za-z0-9]{1,8})*/) != nil
  }
}
