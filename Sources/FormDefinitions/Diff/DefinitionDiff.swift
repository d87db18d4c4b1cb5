public import FormRules

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
    /// The difference, such as `max 120 → 90`. For added and removed parts, their parameters, such
    /// as `max 120`, or empty if they have none.
    public var detail: String
    /// How the accepted records change, by independent parts such as the two bounds of a range.
    /// Empty if the same records are accepted.
    public var acceptanceChanges: Set<AcceptanceChange>

    /// How the accepted records change.
    public var acceptanceChange: AcceptanceChange { AcceptanceChange(combining: acceptanceChanges) }

    /// The change in one line, such as `age.range: max 120 → 90 (stricter)` or
    /// `added age.high: max 90; severity warning`. Without a word in parentheses, the same records
    /// are accepted.
    public var line: String {
      let words = acceptanceChanges.isEmpty ? "" : " (\(acceptanceChanges.words))"
      return (kind == .changed ? "" : "\(kind.rawValue) ") + what
        + (detail.isEmpty ? "" : ": \(detail)") + words
    }

    /// Encodes the texts, and the acceptance as `class`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(what, forKey: .what)
      try container.encode(detail, forKey: .detail)
      try container.encode(acceptanceChange, forKey: .acceptanceChange)
    }

    private enum CodingKeys: String, CodingKey {
      case kind, what, detail
      case acceptanceChange = "class"
    }
  }

  /// The changes, in the order of the newer version. Removed parts follow the others of their kind.
  public private(set) var changes: [Change] = []

  /// The changes, one line each.
  public var lines: [String] { changes.map(\.line) }

  /// How the accepted records change, by independent parts. Empty if the same records are accepted.
  public var acceptanceChanges: Set<AcceptanceChange> {
    changes.reduce(into: []) { $0.formUnion($1.acceptanceChanges) }
  }

  /// How the accepted records change.
  public var acceptanceChange: AcceptanceChange { AcceptanceChange(combining: acceptanceChanges) }

  mutating func change(
    _ what: String, _ details: [String], acceptanceChanges: Set<AcceptanceChange> = []
  ) {
    guard !details.isEmpty else { return }
    changes.append(
      Change(
        kind: .changed, what: what, detail: details.joined(separator: "; "),
        acceptanceChanges: acceptanceChanges))
  }

  /// Compares two texts.
  mutating func change(
    _ what: String, from old: String?, to new: String?,
    acceptanceChanges: Set<AcceptanceChange> = []
  ) {
    change(
      what, NodeDifference.details(old.map(DefinitionNode.text), new.map(DefinitionNode.text)),
      acceptanceChanges: acceptanceChanges)
  }

  /// Compares items that have names, such as fields.
  ///
  /// - Parameters:
  ///   - plural: The name of the items as a group if their order is significant, otherwise nil.
  ///   - details: Returns the differences between two items with the same name.
  ///   - acceptanceChanges: Returns how the accepted records change between two items with the same
  ///     name. An item is nil in the version that lacks it; both are nil for another order.
  mutating func compare<Item: ComparedItem>(
    _ old: [Item], _ new: [Item], plural: String? = nil, details: (Item, Item) -> [String],
    acceptanceChanges: (Item?, Item?) -> Set<AcceptanceChange> = { _, _ in [] }
  ) {
    func add(_ kind: Change.ChangeKind, of item: Item, named name: String) {
      changes.append(
        Change(
          kind: kind, what: name, detail: item.describedParameters.joined(separator: "; "),
          acceptanceChanges: kind == .added
            ? acceptanceChanges(nil, item) : acceptanceChanges(item, nil)))
    }
    let (old, new) = (distinct(old), distinct(new))
    let oldByName = Dictionary(old.map { ($0.name, $0.item) }) { first, _ in first }
    let newNames = Set(new.map(\.name))
    for (name, item) in new {
      if let before = oldByName[name] {
        let details = details(before, item)
        if !details.isEmpty {
          change(name, details, acceptanceChanges: acceptanceChanges(before, item))
        }
      } else {
        add(.added, of: item, named: name)
      }
    }
    for (name, item) in old where !newNames.contains(name) { add(.removed, of: item, named: name) }
    let kept = new.map(\.name).filter { oldByName[$0] != nil }
    if let plural, kept != old.map(\.name).filter(newNames.contains) {
      change(plural, ["order changed"], acceptanceChanges: acceptanceChanges(nil, nil))
    }
  }

  /// Returns the items with their names. A second item with the same name is called `name #2`.
  private func distinct<Item: ComparedItem>(_ items: [Item]) -> [(name: String, item: Item)] {
    var counts: [String: Int] = [:]
    return items.map { item in
      let name = item.describedName
      counts[name, default: 0] += 1
      let count = counts[name, default: 1]
      return (count == 1 ? name : "\(name) #\(count)", item)
    }
  }
}

/// A named part of a definition; a version may have several.
protocol ComparedItem {
  /// The name in a difference, such as `field amount`.
  var describedName: String { get }
  /// The parameters, for an item that only one version has.
  var describedParameters: [String] { get }
}

extension Set<AcceptanceChange> {
  /// The changes in words: `stricter`, or `partly stricter, partly looser`.
  package var words: String {
    let words = AcceptanceChange.allCases.filter(contains).map(\.rawValue)
    switch words.count {
    case 0: return AcceptanceChange.neither.rawValue
    case 1: return words[0]
    default: return words.map { "partly \($0)" }.joined(separator: ", ")
    }
  }
}
