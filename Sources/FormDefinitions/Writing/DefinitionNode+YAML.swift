import FormBytes
package import FormRules

extension Definition {
  /// The definition as readable YAML. `DefinitionFile.parse` reads it back to an equal definition.
  package var yaml: String {
    switch self {
    case .form(let form): form.node.yaml
    case .ruleSet(let ruleSet): ruleSet.node.yaml
    case .source(let source): source.node.yaml
    }
  }
}

extension DefinitionNode {
  /// The node in block style on separate lines. Collections of scalars are on one line.
  package var yaml: String {
    var lines = YAMLLines()
    lines.append(self, indent: 0)
    return lines.text
  }

  /// The node on one line, in flow style.
  package var yamlInLine: String {
    switch content {
    case .scalar(let text, _): isNull ? "null" : text.yamlScalar
    case .sequence(let items): "[\(items.map(\.yamlInLine).joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\($0.key.yamlScalar): \($0.value.yamlInLine)" }.joined(separator: ", "))}"
    }
  }

  /// Whether the node is a list of scalars, or a mapping of scalars and such lists, which are
  /// readable on one line.
  fileprivate var isFlat: Bool {
    switch content {
    case .scalar: true
    case .sequence(let items): items.allSatisfy { $0.scalar != nil }
    case .mapping(let entries):
      entries.allSatisfy { entry in
        if case .mapping = entry.value.content { false } else { entry.value.isFlat }
      }
    }
  }
}

/// Writes YAML in block style, line by line.
private struct YAMLLines {
  private(set) var text = ""

  /// - Parameter isStarted: Whether the first line already has its indentation and `- `.
  mutating func append(_ node: DefinitionNode, indent: Int, isStarted: Bool = false) {
    let margin = String(repeating: " ", count: indent)
    switch node.content {
    case .scalar: text += "\(node.yamlInLine)\n"
    case .sequence(let items):
      for (index, item) in items.enumerated() {
        text += "\(index == 0 && isStarted ? "" : margin)- "
        appendItem(item, indent: indent + 2)
      }
    case .mapping(let entries):
      for (index, entry) in Self.hoisted(entries).enumerated() {
        text += "\(index == 0 && isStarted ? "" : margin)\(entry.key.yamlScalar):"
        if fits(entry.value, after: indent + entry.key.count + 2) {
          text += " \(entry.value.yamlInLine)\n"
        } else {
          text += "\n"
          append(entry.value, indent: indent + 2)
        }
      }
    }
  }

  private mutating func appendItem(_ item: DefinitionNode, indent: Int) {
    if case .mapping(let entries) = item.content, entries.count == 1 {
      // A rule: its bare name, or its name and parameters.
      if entries[0].value.isNull {
        text += "\(entries[0].key.yamlScalar)\n"
      } else {
        append(item, indent: indent, isStarted: true)
      }
    } else if fits(item, after: indent) {
      text += "\(item.yamlInLine)\n"
    } else {
      append(item, indent: indent, isStarted: true)
    }
  }

  private func fits(_ node: DefinitionNode, after column: Int) -> Bool {
    node.scalar != nil || node.isFlat && column + node.yamlInLine.count <= 100
  }

  /// Converts `{pattern: {"": x, mode: search}}` to its written form `{pattern: x, mode: search}`.
  private static func hoisted(_ entries: [DefinitionNode.Entry]) -> [DefinitionNode.Entry] {
    entries.flatMap { entry -> [DefinitionNode.Entry] in
      guard case .mapping(let inner) = entry.value.content,
        let main = inner.first(where: { $0.key == RuleEntry.mainParameter })
      else { return [entry] }
      return [.init(entry.key, main.value)]
        + inner.filter { $0.key != RuleEntry.mainParameter }
    }
  }
}

extension String {
  /// The text as a YAML scalar: plain if that is always safe, otherwise quoted.
  package var yamlScalar: String {
    if isPlainYAML { return self }
    if unicodeScalars.contains(where: { $0.isHiddenInYAML }) { return yamlQuoted }
    return quoted()
  }

  /// The text in double quotes.
  ///
  /// Characters that are invisible, or would combine with the preceding one, are escaped.
  package var yamlQuoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isHiddenInYAML:
        let isLong = scalar.value > 0xFFFF
        result += (isLong ? "\\U" : "\\u") + scalar.value.hexadecimal(to: isLong ? 8 : 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether YAML reads the unquoted text unchanged in block and flow style.
  private var isPlainYAML: Bool {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      first.isYAMLWord || "./+(".unicodeScalars.contains(first), last != " ",
      !["null", "Null", "NULL"].contains(self)
    else { return false }
    return unicodeScalars.allSatisfy {
      $0.isYAMLWord || " -./+()%=<>*^@$'!".unicodeScalars.contains($0)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isYAMLWord: Bool {
    self == "_" || isASCII && properties.isAlphabetic || isASCIIDigit
      || !isASCII && properties.generalCategory.isLetter
  }

  /// Whether the character is not printable on its own.
  fileprivate var isHiddenInYAML: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned, .nonspacingMark, .enclosingMark:
      true
    case .spaceSeparator: self != " "
    default: false
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isLetter: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: true
    default: false
    }
  }
}
