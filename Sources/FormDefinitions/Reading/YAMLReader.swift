import FormRules
import Yams

/// Reads YAML documents with libyaml.
///
/// libyaml resolves aliases, has no limits and stops at the first error. `YAMLText` therefore first
/// checks the text for constructs that would be too expensive, and this type checks the nodes for
/// forbidden constructs.
struct YAMLReader {
  private var nodes = 0

  static func read(_ text: String) -> DocumentReader.Documents {
    var documents = DocumentReader.Documents()
    do throws(DefinitionError) {
      try YAMLText(text).check()
      var reader = YAMLReader()
      // Without the basic resolver, Yams evaluates seven regular expressions for every key.
      let parser = try convertingYAMLErrors {
        try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      }
      var count = 0
      while let root = try convertingYAMLErrors(parser.nextRoot) {
        count += 1
        guard count <= DocumentReader.Limit.documents else {
          throw DefinitionError(
            "more than \(DocumentReader.Limit.documents) documents; split the file", .limit,
            at: location(of: root))
        }
        // The anchors of nodes are available only while the parser exists.
        let node = try withExtendedLifetime(parser) { () throws(DefinitionError) in
          try reader.node(root, depth: 1)
        }
        if !node.isNull { documents.nodes.append(node) }
      }
    } catch {
      documents.error = error
    }
    return documents
  }

  private static func location(of node: Node) -> DefinitionLocation {
    node.mark.map { DefinitionLocation(line: $0.line, column: $0.column) } ?? .none
  }

  private mutating func node(
    _ node: Node, isKey: Bool = false, depth: Int
  ) throws(DefinitionError) -> DefinitionNode {
    let location = Self.location(of: node)
    nodes += 1
    guard depth <= DocumentReader.Limit.depth else {
      throw DefinitionError(Self.tooDeep, .limit, at: location)
    }
    guard nodes <= DocumentReader.Limit.nodes else {
      throw DefinitionError(
        "more than \(DocumentReader.Limit.nodes) values; split the file", .limit, at: location)
    }
    guard node.anchor == nil else { throw DefinitionError(Self.noAliases, .syntax, at: location) }
    switch node {
    case .scalar(let scalar):
      // Yams itself tags quoted scalars as strings, and keys when it searches for duplicates.
      let isString = scalar.tag.description == Tag.Name.str.rawValue
      let isTagged =
        isString ? scalar.style == .plain && !isKey : !scalar.tag.description.isEmpty
      if isTagged { throw Self.tagError(at: location) }
      guard !scalar.string.utf8.contains(0) else {
        throw DefinitionError("a text contains NUL; remove it", .syntax, at: location)
      }
      let result = DefinitionNode(
        .scalar(scalar.string, isPlain: scalar.style == .plain), at: location)
      return result.isNull ? .null(at: location) : result
    case .sequence(let sequence):
      if !sequence.tag.description.isEmpty { throw Self.tagError(at: location) }
      var items: [DefinitionNode] = []
      items.reserveCapacity(sequence.count)
      for item in sequence { items.append(try self.node(item, depth: depth + 1)) }
      return DefinitionNode(.sequence(items), at: location)
    case .mapping(let mapping):
      if !mapping.tag.description.isEmpty { throw Self.tagError(at: location) }
      var entries: [DefinitionNode.Entry] = []
      entries.reserveCapacity(mapping.count)
      for (key, value) in mapping { entries.append(try entry(key, value, depth: depth + 1)) }
      return DefinitionNode(.mapping(entries), at: location)
    case .alias:
      throw DefinitionError(Self.noAliases, .syntax, at: location)
    }
  }

  private mutating func entry(
    _ key: Node, _ value: Node, depth: Int
  ) throws(DefinitionError) -> DefinitionNode.Entry {
    let location = Self.location(of: key)
    // Checked first, because Yams has already tagged lists and mappings that are keys in order to
    // hash them.
    guard case .scalar = key, let text = try node(key, isKey: true, depth: depth).scalar else {
      throw DefinitionError("a key must be a single value; quote it", .syntax, at: location)
    }
    if text == "<<" {
      throw DefinitionError(
        "merge keys (<<) are not supported; repeat the keys", .syntax, at: location)
    }
    return .init(text, at: location, try node(value, depth: depth))
  }

  private static func tagError(at location: DefinitionLocation) -> DefinitionError {
    DefinitionError(
      "tags (!name) are not supported; remove it or quote the text", .syntax, at: location)
  }

  fileprivate static let tooDeep =
    "nested more than \(DocumentReader.Limit.depth) levels deep; flatten it"
  static let noAliases =
    "anchors and aliases (&name, *name) are not supported; repeat the value or quote the text"
}

/// Runs a step of Yams, and converts its errors.
private func convertingYAMLErrors<Result>(_ step: () throws -> Result) throws(DefinitionError)
  -> Result
{
  do {
    return try step()
  } catch let error as YamlError {
    throw DefinitionError(error)
  } catch {
    throw DefinitionError("cannot be read as YAML: \(error)", .syntax, at: .none)
  }
}

extension DefinitionError {
  fileprivate init(_ error: YamlError) {
    switch error {
    case .scanner(let context, let problem, let mark, let text),
      .parser(let context, let problem, let mark, let text),
      .composer(let context, let problem, let mark, let text):
      let location = DefinitionLocation(line: mark.line, column: mark.column)
      if problem == "found undefined alias" {
        self.init(YAMLReader.noAliases, .syntax, at: location)
        return
      }
      // libyaml's own limit is 1,000.
      if problem.hasPrefix("Maximum nesting level") {
        self.init(YAMLReader.tooDeep, .limit, at: location)
        return
      }
      var message = "not YAML: \(problem)"
      if let context {
        message += " \(context.text)"
        if context.mark.line != mark.line || context.mark.column != mark.column {
          message += " that begins at \(context.mark)"
        }
      }
      if let advice = Self.advice(on: problem, at: mark, in: text) { message += "; \(advice)" }
      self.init(message, .syntax, at: location)
    case .duplicatedKeysInMapping(let keys, let context):
      self.init(
        "key '\(keys.first ?? "")' occurs twice in a mapping; keep one",
        .duplicate(keys.first ?? ""),
        at: DefinitionLocation(line: context.mark.line, column: context.mark.column))
    default:
      // The text was checked for everything that libyaml rejects, so memory has run out.
      self.init("cannot be read as YAML: \(error)", .syntax, at: .none)
    }
  }

  /// Returns advice on libyaml's most frequent errors.
  private static func advice(on problem: String, at mark: Mark, in text: String) -> String? {
    switch problem {
    case "found character that cannot start any token":
      YAMLText(text).scalar(at: mark.line, mark.column) == "\t"
        ? "indent with spaces, not tabs" : "quote the text"
    case "found a tab character that violates indentation":
      "indent with spaces, not tabs"
    case "mapping values are not allowed in this context":
      YAMLText(text).bareItem(above: mark.line).map {
        "write '- \($0):' above, with a colon, if this belongs to it"
      } ?? "quote the text if the colon belongs to it, or check the indentation"
    case "could not find expected ':'", "did not find expected key",
      "did not find expected '-' indicator":
      "check the indentation, and quote texts with special characters"
    case "found invalid Unicode character escape code":
      "write the character itself"
    default: nil
    }
  }
}
