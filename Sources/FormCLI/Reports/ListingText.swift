import ArgumentParser
import FormRecorder
import FormRules

/// Formats the output of `list`.
enum ListingText {
  /// What is listed.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case forms, rules, sources, imports, runs, submissions

    static let listed = allCases.filter { $0 != .submissions }
  }

  static func json(_ listing: StoreListing, _ what: Subject) -> JSON {
    switch what {
    case .forms: listing.forms.json
    case .rules: listing.ruleSets.json
    case .sources: listing.sources.json
    case .imports: listing.imports.json
    case .runs: listing.runs.json
    case .submissions: .array([])
    }
  }

  private static func cells(_ definition: ListedDefinition) -> [TextTable.Cell] {
    [
      .text("\(definition.name)@\(definition.number)"), .count(definition.size),
      .text(definition.createdAt), .text(definition.by?.displayText),
      .text(definition.reason?.displayText),
    ]
  }

  static func lines(_ listing: StoreListing, _ what: Subject) -> [String] {
    switch what {
    case .forms:
      TextTable.lines(
        ["form", "fields", "since", "by", "reason"],
        listing.forms.map(cells))
    case .rules:
      TextTable.lines(
        ["rules", "form", "entries", "since", "by", "reason"],
        listing.ruleSets.map {
          [
            .text("\($0.name)@\($0.number)"), .text($0.form), .count($0.size), .text($0.createdAt),
            .text($0.by?.displayText), .text($0.reason?.displayText),
          ]
        })
    case .sources:
      TextTable.lines(
        ["source", "forms", "since", "by", "reason"],
        listing.sources.map(cells))
    case .imports:
      TextTable.lines(
        ["import", "what", "source", "batch"] + commonNames,
        listing.imports.map { listed in
          [
            .text(String(listed.importID)),
            .text(
              (listed.fileName?.displayText ?? listed.kind.rawValue)
                + (listed.kind == .externalRun ? " (external: rejected only)" : "")
                + (listed.state == .retracted ? " (retracted)" : "")),
            .text(listed.source?.displayText), .text(listed.batchLabel?.displayText),
          ] + common(listed.runSummary, listed.state)
        })
    case .runs:
      TextTable.lines(
        ["run", "kind", "import"] + commonNames,
        listing.runs.map { run in
          [
            .text(String(run.runID)), .text(run.kind.rawValue),
            .text(run.importID.map(String.init)),
          ]
            + common(run, run.state)
        })
    case .submissions: []
    }
  }

  static func lines(_ submissions: [ListedSubmission]) -> [String] {
    TextTable.lines(
      ["submission", "form", "import", "record", "line", "verdict", "state", "rules"],
      submissions.map { submission in
        [
          .count(Int(submission.submissionID)), .text(submission.form),
          .count(Int(submission.importID)),
          .count(submission.record), .count(submission.line),
          .text(submission.isRejected ? "rejected" : "accepted"), .text(submission.state.rawValue),
          .text(submission.rules.map(\.displayText).joined(separator: ", ")),
        ]
      })
  }

  /// A run, one line per property.
  static func lines(_ run: RunSummary) -> [String] {
    guard case .object(let members) = run.json else { return [] }
    return members.compactMap { member in
      switch member.value {
      case .string(let text): "\(member.key): \(text.displayText)"
      case .number(let text): "\(member.key): \(text)"
      default: nil
      }
    }
  }

  private static let commonNames = [
    "form", "rules", "records", "rejected", "finished", "by", "reason",
  ]

  private static func common(_ run: RunSummary, _ state: ImportState) -> [TextTable.Cell] {
    [
      .text("\(run.form)@\(run.formVersion)"), .text("\(run.rules)@\(run.rulesVersion)"),
      .count(run.records), .count(run.rejected),
      .text(run.finishedAt ?? state.rawValue),
      .text(run.by?.displayText), .text(run.reason?.displayText),
    ]
  }
}
