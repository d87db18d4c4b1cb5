public import FormRules

/// The location of the files that fields name by path.
public enum NamedFilePolicy: Sendable {
  /// Not specified: a run whose rules read files is refused.
  case unspecified
  /// The files are accessible through this object.
  case access(any FileAccess)
  /// The files are not available: rules that read files are omitted and counted as skipped.
  case excluded

  /// The location, or that of a recorder's settings if it is unspecified.
  func orDefault(of settings: RecorderSettings) -> NamedFilePolicy {
    if case .unspecified = self, let files = settings.files { .access(files) } else { self }
  }
}

extension Plan {
  /// The access to files for the plan's rules.
  ///
  /// - Throws: `RecorderError` if a rule reads files and their location is unspecified. Silently
  ///   omitting such rules would accept unchecked records.
  func access(to files: NamedFilePolicy) throws(RecorderError) -> (any FileAccess)? {
    switch files {
    case .access(let access): return access
    case .excluded: return nil
    case .unspecified:
      let ids = rules.filter { $0.externalInputs.contains(.files) }.map(\.id)
      if ids.isEmpty { return nil }
      throw RecorderError(
        .usage, "\(ids.joined(separator: ", ")): reads files that fields refer to", .supplyFiles,
        .skipFileRules)
    }
  }

  /// Notes about the rules that a run omits, or that fail because no service answers, one line
  /// each.
  func exclusionNotes(
    files: NamedFilePolicy, hasStore: Bool, services: Services? = nil, isAlone: Bool = false
  ) -> [RecorderNote] {
    return rules.compactMap { rule in
      if isAlone, rule.comparesWithAllRecords {
        return """
          rule \(rule.id) is skipped: it compares the records of an import, and a single submission has \
          no others
          """
      }
      for demand in rule.externalInputs {
        switch demand {
        case .files:
          if case .excluded = files { return "rule \(rule.id) is excluded: it reads files" }
        case .stored(let reference, _) where !hasStore:
          return """
            rule \(rule.id) fails without an answer: it compares with stored submissions of form \
            '\(reference.form)', and no database is used
            """
        case .service where services == nil:
          return RecorderNote(
            "rule \(rule.id) fails without an answer: services are not requested here",
            .allowHosts)
        default: break
        }
      }
      return nil
    }
  }
}
