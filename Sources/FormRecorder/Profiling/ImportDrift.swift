package import FormProfile
import FormRules

/// The changes from one import of a source to the next.
package struct ImportDrift: Sendable, Encodable {
  package var form: String
  /// The source, or nil for imports without one.
  package var source: String?
  /// The ids of the two imports.
  package var before: Int64
  package var after: Int64
  package var changes: [Drift]

  package func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "form": form, "source": source, "before": before, "after": after, "changes": changes,
    ])
  }
}
