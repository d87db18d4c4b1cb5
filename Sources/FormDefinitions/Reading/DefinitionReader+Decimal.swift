import FormRules

extension DefinitionReader {
  /// Reads the notation of a decimal number.
  mutating func decimal(_ keys: KnownEntries) -> FieldType {
    var format = FieldType.DecimalFormat()
    format.scale = keys["scale"].flatMap {
      integer($0, "scale", in: 0...ExactDecimal.maximumDigits)
    }
    if let node = keys["point"], let point = text(node, "point") { format.point = point }
    if let node = keys["group"] {
      format.group = (texts(node, "group") ?? []).flatMap {
        $0.value == FieldType.DecimalFormat.blankWord
          ? FieldType.DecimalFormat.blanks : [$0.value]
      }
    }
    if let node = keys["grouping"] {
      format.grouping = choice(node, "grouping") ?? format.grouping
      if keys["group"] == nil {
        report("grouping requires group; add it", .missing("group"), at: node.location)
      }
    }
    if let node = keys["negative"] { format.negative = negative(node) }
    if let node = keys["strip"] { format.strip = (texts(node, "strip") ?? []).map(\.value) }
    return .decimal(format)
  }

  /// Reads the notations of negative numbers.
  private mutating func negative(
    _ node: DefinitionNode
  ) -> [FieldType.DecimalFormat.NegativeNotation] {
    var notations: [FieldType.DecimalFormat.NegativeNotation] = []
    for text in texts(node, "negative") ?? [] {
      if let notation = FieldType.DecimalFormat.NegativeNotation(rawValue: text.value) {
        notations.append(notation)
      } else {
        reportUnknown(
          "notation in negative:", text.value,
          known: FieldType.DecimalFormat.NegativeNotation.allCases.map(\.rawValue),
          at: text.location)
      }
    }
    return notations
  }
}
