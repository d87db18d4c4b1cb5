package import FormProfile
package import FormRules

/// The changes from one import of a source to the next.
package struct ImportDrift: Sendable {
  package var form: String
  /// The source, or nil for imports without one.
  package var source: String?
  /// The ids of the two imports.
  package var before: Int64
  package var after: Int64
  package var changes: [Drift]

  /// The changes as JSON with stable keys.
  package var json: JSON {
    .object([
      "form": .string(form), "source": .optional(source), "before": .integer(before),
      "after": .integer(after), "changes": .array(changes.map(\.json)),
    ])
  }
}
