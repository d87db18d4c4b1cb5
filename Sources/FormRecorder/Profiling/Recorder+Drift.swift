import FormBytes
package import FormProfile
package import FormRules
import FormStore

extension Recorder {
  /// Compares the last import of each form and source with the previous one, in the order in which
  /// they finished: shares of filled cells, types, new values, and failures by rule. Omits
  /// differences that may be due to chance, and imports without records, such as those that were
  /// purged.
  ///
  /// Reads the submissions of these imports.
  ///
  /// - Parameters:
  ///   - selection: Can restrict the form, the source or the later import.
  ///   - showsSensitive: Whether examples show the values of sensitive fields.
  package func drift(
    _ selection: SubmissionSelection, showsSensitive: Bool = false,
    in localization: Localization = .english
  ) throws(RecorderError) -> [ImportDrift] {
    let pairs = try withStore { store in
      _ = try selection.filter(in: store)
      return try store.consecutiveImports(selection)
    }
    var drifts: [ImportDrift] = []
    for (before, after) in pairs {
      var parts: [TableProfile] = []
      for summary in [before, after] {
        var part = SubmissionSelection.all
        (part.form, part.importID) = (summary.form, summary.importID)
        parts.append(try profile(part, showsSensitive: showsSensitive, comparesColumns: false))
      }
      // After a purge of all records, every column would be new or missing.
      if parts.contains(where: { $0.analysis.records == 0 }) { continue }
      var changes = Drift.changes(from: parts[0].analysis, to: parts[1].analysis)
      var all = SubmissionSelection.all
      all.form = after.form
      let comparison = try compare(
        .importID(before.importID), .importID(after.importID), of: all, in: localization)
      changes += comparison.byRule.compactMap { rule in
        let before = Share(rule.before, of: rule.submissionsBefore)
        guard before.differs(from: Share(rule.after, of: rule.submissionsAfter)) else {
          return nil
        }
        return Drift(
          kind: .rule, name: rule.rule, before: rule.basisPointsBefore, after: rule.basisPointsAfter
        )
      }
      drifts.append(
        ImportDrift(
          form: after.form, source: after.source, before: before.importID, after: after.importID,
          changes: changes))
    }
    return drifts
  }
}

extension Store {
  /// The import of each form and source that finished last, or the selected one, with the one
  /// before it.
  fileprivate func consecutiveImports(
    _ selection: SubmissionSelection
  ) throws -> [(before: ImportSummary, after: ImportSummary)] {
    struct Origin: Hashable {
      var form: String
      var source: [UInt8]?
    }
    var known: [Origin: [ImportSummary]] = [:]
    let newestFirst = try imports(form: selection.form, limit: .max)
      .sorted { ($0.event ?? 0) > ($1.event ?? 0) }
    for summary in newestFirst
    where [.file, .stream].contains(summary.kind) && summary.state == .finished {
      let origin = Origin(form: summary.form, source: summary.source?.utf8Bytes)
      if let wanted = selection.importID, known[origin] == nil, summary.importID != wanted {
        continue
      }
      if known[origin, default: []].count < 2 { known[origin, default: []].append(summary) }
    }
    let wanted = selection.source?.utf8Bytes
    return known.filter { origin, imports in
      imports.count == 2 && (wanted == nil || origin.source == wanted)
    }
    .map { (before: $0.value[1], after: $0.value[0]) }
    .sorted { $0.after.importID < $1.after.importID }
  }
}

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
