import FormBytes
import FormRules

/// Describes the differences between two nodes in words.
enum NodeDifference {
  /// Returns the differences between two nodes, in words.
  ///
  /// - Parameters:
  ///   - label: The name of the nodes, or empty if it is obvious.
  ///   - defaults: By label, the meaning of a missing node.
  ///   - rename: The words for keys that are not shown literally.
  static func details(
    _ old: DefinitionNode?, _ new: DefinitionNode?, label: String = "",
    defaults: [String: String] = [:], rename: [String: String] = [:]
  ) -> [String] {
    let fallback = defaults[label].map { DefinitionNode.text($0) }
    let (old, new) = (old ?? fallback, new ?? fallback)
    if old == new { return [] }
    let label = rename[label] ?? label
    switch (old?.content, new?.content) {
    case (.mapping(let before), .mapping(let after)):
      // By bytes, because canonically equivalent Strings are equal.
      let oldValues = Dictionary(before.map { ($0.key.utf8Bytes, $0.value) }) { first, _ in first }
      let newValues = Dictionary(after.map { ($0.key.utf8Bytes, $0.value) }) { first, _ in first }
      let keys = before.map(\.key) + after.map(\.key).filter { oldValues[$0.utf8Bytes] == nil }
      return keys.flatMap { key in
        details(
          oldValues[key.utf8Bytes], newValues[key.utf8Bytes],
          label: label.isEmpty ? key : "\(label).\(key)", defaults: defaults, rename: rename)
      }
    case (.sequence(let before), .sequence(let after)): return items(before, after, label: label)
    case (nil, .sequence(let after)): return items([], after, label: label)
    case (.sequence(let before), nil): return items(before, [], label: label)
    case (nil, _):
      return [joined(label, new.map(show), "added")]
    case (_, nil):
      return [joined(label, old.map(show), "removed")]
    default:
      return [joined(label, old.map(show), "→", new.map(show))]
    }
  }

  /// Returns a node in words, such as `min 16, max 120`, or nil if it says nothing.
  ///
  /// - Parameter key: A key to omit.
  static func parameters(_ node: DefinitionNode?, except key: String? = nil) -> String? {
    guard let node, !node.isNull else { return nil }
    guard case .mapping(let entries) = node.content else { return show(node) }
    let words = entries.filter { $0.key != key }.map { "\($0.key) \(show($0.value))" }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private static func joined(_ words: String?...) -> String {
    words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func items(
    _ old: [DefinitionNode], _ new: [DefinitionNode], label: String
  ) -> [String] {
    let (added, removed) = (nodes(of: new, notIn: old), nodes(of: old, notIn: new))
    var details: [String] = []
    if !added.isEmpty { details.append(joined(label, "added", show(added))) }
    if !removed.isEmpty { details.append(joined(label, "removed", show(removed))) }
    return details.isEmpty ? [joined(label, "order changed")] : details
  }

  /// Returns the nodes of a list that the other list lacks.
  static func nodes(of list: [DefinitionNode], notIn other: [DefinitionNode]) -> [DefinitionNode] {
    let others = Set(other.map(\.canonicalJSON.utf8Bytes))
    return list.filter { !others.contains($0.canonicalJSON.utf8Bytes) }
  }

  private static func show(_ nodes: [DefinitionNode]) -> String {
    let shown = nodes.prefix(10).map(show).joined(separator: ", ")
    return nodes.count > 10 ? "\(shown), … (\(nodes.count) in total)" : shown
  }

  /// Returns a node as one short line.
  static func show(_ node: DefinitionNode) -> String {
    guard let text = node.scalar, !node.isNull, !text.isEmpty else {
      return shortened(node.canonicalJSON)
    }
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return shortened(isPlain ? text : node.canonicalJSON)
  }

  private static func shortened(_ text: String) -> String {
    text.count > 80 ? text.prefix(79) + "…" : text
  }
}
