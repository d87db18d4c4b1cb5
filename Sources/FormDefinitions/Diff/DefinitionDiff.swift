import FormRules

/// The differences between two versions of a form, rule set or source, in words.
///
/// Empty if and only if both have the same canonical JSON.
public struct DefinitionDiff: Sendable, Equatable, Encodable {
  /// One part that is added, removed or changed.
  public struct Change: Sendable, Equatable, Encodable {
    /// The kind of change.
    public enum ChangeKind: String, Sendable, Encodable {
      /// Only the newer version has the part.
      case added
      /// Only the older version has the part.
      case removed
      /// Both versions have the part, but it differs.
      case changed
    }

    /// The kind of change.
    public var kind: ChangeKind
    /// The part that changed: a rule's id, or a name such as `field amount`, `list income` or
    /// `limit rejected`.
    public var what: String
    /// The difference, such as `max 120 → 90 (tightened)`. For added and removed parts, their
    /// parameters, such as `max 120`, or empty if they have none.
    public var detail: String

    /// The change in one line, such as `age.range: max 120 → 90 (tightened)` or
    /// `added age.high: max 90; severity warning`.
    public var line: String {
      (kind == .changed ? "" : "\(kind.rawValue) ") + what + (detail.isEmpty ? "" : ": \(detail)")
    }
  }

  /// The changes, in the order of the newer version. Removed parts follow the others of their kind.
  public private(set) var changes: [Change] = []

  /// The changes, one line each.
  public var lines: [String] { changes.map(\.line) }

  mutating func change(_ what: String, _ details: [String]) {
    guard !details.isEmpty else { return }
    changes.append(Change(kind: .changed, what: what, detail: details.joined(separator: "; ")))
  }

  /// Compares two texts.
  mutating func change(_ what: String, _ old: String?, new: String?) {
    change(
      what, NodeDifference.details(old.map(DefinitionNode.text), new.map(DefinitionNode.text)))
  }

  /// Compares items that have names, such as fields.
  ///
  /// - Parameters:
  ///   - plural: The name of the items as a group if their order is significant, otherwise nil.
  ///   - parameters: Returns the parameters of an added or removed item.
  ///   - details: Returns the differences between two items with the same name.
  mutating func compare<Item>(
    _ old: [Item], _ new: [Item], plural: String?, name: (Item) -> String,
    parameters: (Item) -> [String], details: (Item, Item) -> [String]
  ) {
    func add(_ kind: Change.ChangeKind, of item: Item, named name: String) {
      changes.append(
        Change(kind: kind, what: name, detail: parameters(item).joined(separator: "; ")))
    }
    let (old, new) = (distinct(old, name), distinct(new, name))
    let oldByName = Dictionary(old.map { ($0.name, $0.item) }) { first, _ in first }
    let newNames = Set(new.map(\.name))
    for (name, item) in new {
      if let before = oldByName[name] {
        change(name, details(before, item))
      } else {
        add(.added, of: item, named: name)
      }
    }
    for (name, item) in old where !newNames.contains(name) { add(.removed, of: item, named: name) }
    let kept = new.map(\.name).filter { oldByName[$0] != nil }
    if let plural, kept != old.map(\.name).filter(newNames.contains) {
      change(plural, ["order changed"])
    }
  }

  /// Returns the items with their names. A second item with the same name is called `name #2`.
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
