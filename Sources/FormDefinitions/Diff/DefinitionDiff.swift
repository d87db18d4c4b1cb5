import FormRules

/// What changed from one version of a form or rule set to another, in words.
///
/// Empty exactly when the canonical JSON of both is equal.
public struct DefinitionDiff: Sendable, Equatable, Encodable {
  /// One thing that is new, gone or different.
  public struct Change: Sendable, Equatable, Encodable {
    /// How it changed.
    public enum Kind: String, Sendable, Encodable {
      /// Only the newer version has it.
      case added
      /// Only the older version has it.
      case removed
      /// Both have it, and it differs.
      case changed
    }

    /// How it changed.
    public var kind: Kind
    /// What changed: a rule's id, or `field amount`, `list income`, `limit rejected`.
    public var what: String
    /// What is different, `max 120 → 90 (tightened)`; empty for what is new or gone.
    public var detail: String

    /// `age.range: max 120 → 90 (tightened)` or `added email.pattern`.
    public var line: String {
      kind == .changed ? "\(what): \(detail)" : "\(kind.rawValue) \(what)"
    }
  }

  /// The changes, in the order of the newer version; what is gone comes after its like.
  public private(set) var changes: [Change] = []

  /// One line a change.
  public var lines: [String] { changes.map(\.line) }

  mutating func change(_ what: String, _ details: [String]) {
    guard !details.isEmpty else { return }
    changes.append(Change(kind: .changed, what: what, detail: details.joined(separator: "; ")))
  }

  /// Compares things that have names, such as fields.
  ///
  /// - Parameters:
  ///   - plural: what they are called together, when their order counts; nil when it does not.
  ///   - details: what is different between two of one name.
  mutating func compare<Item>(
    _ old: [Item], _ new: [Item], plural: String?, name: (Item) -> String,
    details: (Item, Item) -> [String]
  ) {
    let (old, new) = (distinct(old, name), distinct(new, name))
    let oldByName = Dictionary(old.map { ($0.name, $0.item) }) { first, _ in first }
    let newNames = Set(new.map(\.name))
    for (name, item) in new {
      if let before = oldByName[name] {
        change(name, details(before, item))
      } else {
        changes.append(Change(kind: .added, what: name, detail: ""))
      }
    }
    for (name, _) in old where !newNames.contains(name) {
      changes.append(Change(kind: .removed, what: name, detail: ""))
    }
    let kept = new.map(\.name).filter { oldByName[$0] != nil }
    if let plural, kept != old.map(\.name).filter(newNames.contains) {
      change(plural, ["order changed"])
    }
  }

  /// Items with their names; a second of one name becomes `name #2`.
  private func distinct<Item>(
    _ items: [Item], _ name: (Item) -> String
  ) -> [(name: String, item: Item)] {
    var counts: [String: Int] = [:]
    return items.map { item in
      let name = name(item)
      counts[name, default: 0] += 1
      let count = counts[name, default: 1]
      return (count == 1 ? name : "\(name) #\(count)", item)
    }
  }
}
