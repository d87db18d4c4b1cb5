import FormBytes

/// A parameter in two versions of a rule.
struct ComparedParameter {
  let parameter: ParameterDocumentation
  /// The values; nil means the default.
  let old, new: DefinitionNode?
  /// The type of the rule's field, by which constants are read; nil if it is not known.
  let type: FieldType?

  init(
    _ parameter: ParameterDocumentation, from old: DefinitionNode?, to new: DefinitionNode?,
    type: FieldType?
  ) {
    self.parameter = parameter
    self.old = old.flatMap { $0.isNull ? nil : $0 } ?? parameter.defaultValue
    self.new = new.flatMap { $0.isNull ? nil : $0 } ?? parameter.defaultValue
    self.type = type
  }

  /// The changes of what the rule accepts. Linear in the number of listed items.
  var changes: Set<AcceptanceChange> { changes(parameter.effect) }

  private func changes(_ effect: ParameterEffect) -> Set<AcceptanceChange> {
    if old == new { return [] }
    switch effect {
    case .looserIfTrue: return flag(true: .looser)
    case .stricterIfTrue: return flag(true: .stricter)
    case .looserIfGreater: return bound(greater: .looser)
    case .stricterIfGreater: return bound(greater: .stricter)
    case .looserIfMore: return Set(from: items(old), to: items(new), added: .looser)
    case .stricterIfMore: return Set(from: items(old), to: items(new), added: .stricter)
    case .onlyListed(let all): return onlyListed(all)
    case .words(let levels): return words(levels)
    case .given(let effect): return old == nil || new == nil ? [.unknown] : changes(effect)
    case .rules, .pattern, .unknown: return [.unknown]
    }
  }

  private func flag(true change: AcceptanceChange) -> Set<AcceptanceChange> {
    switch (old?.scalar, new?.scalar) {
    case ("false", "true"): [change]
    case ("true", "false"): [change.reversed]
    default: [.unknown]
    }
  }

  private func words(_ levels: [[String]]) -> Set<AcceptanceChange> {
    func level(_ node: DefinitionNode?) -> Int? {
      levels.firstIndex { $0.contains(node?.scalar ?? "") }
    }
    guard let before = level(old), let after = level(new), before != after else {
      return [.unknown]
    }
    return before < after ? [.looser] : [.stricter]
  }

  private func onlyListed(_ all: String?) -> Set<AcceptanceChange> {
    func listed(_ node: DefinitionNode?) -> Set<Item>? {
      guard let node else { return nil }
      let items = items(node)
      return all.map { items == [.text(Array($0.utf8))] } == true ? nil : items
    }
    switch (listed(old), listed(new)) {
    case (nil, nil): return []
    case (nil, _): return [.stricter]
    case (_, nil): return [.looser]
    case (let before?, let after?): return Set(from: before, to: after, added: .looser)
    }
  }

  private func bound(greater change: AcceptanceChange) -> Set<AcceptanceChange> {
    guard let old else { return [.stricter] }
    guard let new else { return [.looser] }
    switch order(old, new) {
    case .ascending: return [change]
    case .descending: return [change.reversed]
    case .equal: return []
    case nil: return [.unknown]
    }
  }

  /// The order of two bounds; nil if it is not known without data, as between fields.
  private func order(_ old: DefinitionNode, _ new: DefinitionNode) -> Ordering? {
    switch parameter.type {
    case .operand, .value:
      guard let before = constant(old), let after = constant(new) else { return nil }
      return before.order(to: after)
    default:
      guard let before = number(old), let after = number(new) else { return nil }
      return before.order(to: after)
    }
  }

  /// A constant, read like `RuleParameters.operand` reads it.
  private func constant(_ node: DefinitionNode) -> Value? {
    guard let type, let text = node.scalar else { return nil }
    if case .datetime = type, !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit),
      let seconds = Int64(text)
    {
      return .datetime(Instant(seconds: seconds))
    }
    return type.literal(text)?.value
  }

  /// A number or percentage; nil for words such as `plurality`, which makes the change unknown.
  private func number(_ node: DefinitionNode) -> ExactDecimal? {
    node.scalar.flatMap { ExactDecimal($0.hasSuffix("%") ? $0.dropLast() : $0[...]) }
  }

  /// An item of a list.
  private enum Item: Hashable {
    case value(ValueKey)
    case text([UInt8])
  }

  private func items(_ node: DefinitionNode?) -> Set<Item> {
    guard let node else { return [] }
    guard case .sequence(let nodes) = node.content else { return [item(node)] }
    return Set(nodes.map(item))
  }

  private func item(_ node: DefinitionNode) -> Item {
    if case .values = parameter.type, let text = node.scalar,
      let key = type?.literal(text).flatMap({ ValueKey($0.value) })
    {
      return .value(key)
    }
    // The length makes the texts of a combination of values unambiguous.
    let texts = node.scalar.map { [$0] } ?? node.values.flatMap { [String($0.utf8.count), $0] }
    return .text(Array(texts.joined(separator: ":").utf8))
  }
}
