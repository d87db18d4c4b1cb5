public import FormRules

/// Where a run finds the files that fields name by path.
public enum NamedFiles: Sendable {
  /// Nothing is said: a run whose rules look at files is refused.
  case unspecified
  /// Here.
  case access(any FileAccess)
  /// Nowhere: the rules that look at files are left out and counted as skipped.
  case leftOut
}

extension Plan {
  /// What gives the plan's rules the files that fields name.
  ///
  /// - Throws: when some rule looks at files and nothing is said of where they are. To leave such
  ///   rules out unasked would accept what nobody has looked at.
  func access(to files: NamedFiles) throws(RecorderError) -> (any FileAccess)? {
    switch files {
    case .access(let access): return access
    case .leftOut: return nil
    case .unspecified:
      let ids = rules.filter { $0.demands.contains(.files) }.map(\.id)
      if ids.isEmpty { return nil }
      throw RecorderError(
        .usage,
        "\(ids.joined(separator: ", ")): looks at files that fields name; say --files FOLDER, or "
          + "--no-files to leave such rules out")
    }
  }

  /// The rules that a run leaves out, or that fail for want of an answer, a line each.
  func leftOutNotes(
    files: NamedFiles, hasStore: Bool, services: RemoteMemory? = nil
  ) -> [String] {
    let hasRemote = services != nil || RemoteChecks.registered != nil
    return rules.compactMap { rule in
      for demand in rule.demands {
        switch demand {
        case .files:
          if case .leftOut = files { return "rule \(rule.id) is left out: it looks at files" }
        case .stored(let reference) where !hasStore:
          return
            "rule \(rule.id) gets no answer, which fails: it compares with stored submissions of "
            + "form '\(reference.form)', and there is no store here"
        case .remote where !hasRemote:
          return "rule \(rule.id) gets no answer, which fails: nothing here asks services; see "
            + "'formrec rules remote'"
        default: break
        }
      }
      return nil
    }
  }
}
