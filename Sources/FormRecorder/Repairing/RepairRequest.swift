import FormDefinitions
package import FormRules

/// A request for the repairs of a column, or for the effect of one.
package struct RepairRequest: Sendable {
  /// The form.
  package var form: String
  /// The open submissions. If the selection names a rule, only those that fail it.
  package var selection: SubmissionSelection
  /// The rule set that judges corrections. Optional if the form has only one.
  package var rules: VersionReference?
  /// The field whose cells are repaired.
  package var field: String
  /// Only cells of submissions that fail a rule with this code.
  package var code: String?
  /// The repair, or nil for all that close failures.
  package var repair: Repair.Change?
  /// The changes that are not stored yet, by submission and field.
  package var edits: [Int64: [String: String]]
  /// Whether sensitive fields may be repaired, which shows their values.
  package var showsSensitive = false
  /// Whether values of valid records outside of the selection may be suggested.
  package var usesOtherRecords = true
  /// The language of messages.
  package var localization = Localization.english

  package init(
    form: String, _ selection: SubmissionSelection, field: String,
    edits: [Int64: [String: String]] = [:]
  ) {
    self.form = form
    self.selection = selection
    self.selection.form = form
    self.field = field
    self.edits = edits
  }
}

/// The repairs of a column with their effects.
package struct RepairReport: Sendable {
  /// The number of open cells.
  package var cells = 0
  /// The most frequent texts of the cells, with their numbers.
  package var values: [(text: String, count: Int)] = []
  package var repairs: [Effect] = []

  /// The effect of a repair.
  package struct Effect: Sendable {
    package var repair: Repair.Change
    /// The new text of each cell that the repair changes.
    package var texts: [(submission: Int64, text: String)]
    /// How many failures fewer there are.
    package var closed = 0
    /// The first changes with different texts.
    package var examples: [(before: String, after: String)] = []
  }

  /// - Parameter withTexts: Whether to include the new text of each cell.
  package func json(withTexts: Bool) -> JSON {
    .object([
      "cells": .integer(cells),
      "values": .array(
        values.map { .object(["text": .string($0.text), "count": .integer($0.count)]) }),
      "repairs": .array(
        repairs.map { effect in
          var members: [JSON.Member] = [
            .init("repair", effect.repair.json), .init("cells", .integer(effect.texts.count)),
            .init("closed", .integer(effect.closed)),
            .init(
              "examples",
              .array(effect.examples.map { .array([.string($0.before), .string($0.after)]) })),
          ]
          if withTexts {
            members.append(
              .init(
                "texts",
                .array(effect.texts.map { .array([.integer($0.submission), .string($0.text)]) })))
          }
          return .object(members)
        }),
    ])
  }
}
