import FormBytes
public import FormRules
package import FormStore

extension Recorder {
  /// Counts the current verdicts.
  ///
  /// - Parameters:
  ///   - selection: The submissions. If it has a rule, only this rule's failures are counted, among
  ///     all submissions.
  ///   - top: The maximum number of lines of each kind except assignees, at least 0. For imports,
  ///     days, weeks and versions, the last ones are kept.
  ///   - localization: The language of the rules' descriptions.
  ///   - details: Additional details. Each costs more than the counts.
  /// - Throws: `RecorderError` if the selection names something that is not stored, or if a number
  ///   is negative.
  public func audit(
    _ selection: SubmissionSelection, top: Int? = nil, in localization: Localization = .english,
    details: AuditDetails = AuditDetails()
  ) throws(RecorderError) -> AuditReport {
    try withStore { store in
      try verdicts(selection, onlyOpen: details.isOnlyOpen, in: localization, of: store)
        .report(details, top: top, of: store)
    }
  }

  /// The verdicts of an audit.
  ///
  /// - Parameter onlyOpen: Whether only open failures are counted.
  package func verdicts(
    _ selection: SubmissionSelection, onlyOpen: Bool = false, in localization: Localization,
    of store: Store
  ) throws(RecorderError) -> AuditVerdicts {
    guard !onlyOpen || selection.runID == nil else {
      throw RecorderError(
        .usage, "open failures are those of current verdicts; omit the run")
    }
    return try mappingErrors {
      let filter = try selection.filter(in: store)
      let segments = try store.verdictSegments(filter, withPurged: true)
      let plans = try store.planRules(Set(segments.map(\.planID)), in: localization)
      let only = selection.rule.map { rule in plans.compactMapValues { $0.failed(rule) } }
      var counter = AuditCounter(
        plans: plans, versions: try store.planVersions(), origins: try store.importOrigins(filter),
        rule: selection.rule, localization: localization)
      counter.report.isOnlyOpen = onlyOpen
      counter.rulesSince = try store.rulesSince()
      // A source or numbers select some submissions of an import.
      if !onlyOpen, selection.rule == nil, selection.runID == nil, filter.ids == nil,
        filter.source == nil
      {
        counter.deliveries = try store.deliveryVerdicts(filter)
      }
      counter.report.unfinishedImports = try store.unfinishedCount(filter)
      for (_, whole) in try store.externalRuns(filter) {
        counter.report.externalRuns.add(whole.counts)
      }
      if selection.runID == nil {
        counter.report.byAssignee = try assigneeCounts(filter, only: only, in: store)
      }
      let scope: VerdictCountScope =
        onlyOpen ? .open : selection.runID == nil ? .current : .ofRun
      let counts = try store.verdictCounts(
        store.partsBySource(of: segments), scope, only: only)
      if selection.rule == nil, selection.runID == nil {
        let all = onlyOpen ? try store.verdictCounts(segments) : counts
        counter.report.records = try AuditReport.Records(all, segments, filter: filter, in: store)
      }
      return AuditVerdicts(counts: counts, segments: segments, counter: counter)
    }
  }

  /// The open failures of each assignee.
  private func assigneeCounts(
    _ filter: SubmissionFilter, only: [Int64: FailedRule]?, in store: Store
  ) throws -> [AuditReport.AssigneeCounts] {
    let submissions = Dictionary(grouping: try store.assignees(), by: \.value.utf8Bytes)
    return try submissions.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap {
      _, assigned in
      let ids = assigned.map(\.key).joinedRanges
      var own = filter
      own.ids = filter.ids.map { $0.intersection(ids) } ?? ids
      let counts = try store.verdictCounts(try store.verdictSegments(own), .open, only: only)
      let line = AuditReport.AssigneeCounts(
        assignee: assigned[0].value, open: counts.reduce(0) { $0 + $1.counts.rejected },
        errors: counts.reduce(0) { $0 + $1.counts.errors })
      return line.open > 0 ? line : nil
    }
  }
}

extension Store {
  /// The rules of plans, described in a language.
  fileprivate func planRules(
    _ plans: Set<Int64>, in localization: Localization
  ) throws -> [Int64: [Int: StoredRule]] {
    guard localization.isPlainEnglish else {
      return try PlanDescription.ofPlans(plans, in: localization, of: self).mapValues(\.rules)
    }
    return Dictionary(uniqueKeysWithValues: try plans.map { ($0, try planRules($0)) })
  }
}

extension ExternalRunCounts {
  fileprivate mutating func add(_ counts: RunCounts) {
    imports += 1
    records += counts.records
    accepted += counts.accepted
  }
}

extension AuditReport.Records {
  /// - Parameters:
  ///   - counts: The counts of all selected verdicts.
  ///   - segments: The segments of these verdicts.
  fileprivate init(
    _ counts: [VerdictCounts], _ segments: [VerdictSegment], filter: SubmissionFilter,
    in store: Store
  ) throws {
    self.init()
    for part in counts.map(\.all) {
      valid += part.valid
      open += part.open
      waived += part.waived
      purged += part.purged
      corrected += part.corrected
      superseded += part.superseded
    }
    let replaced = corrected + superseded
    // A submission's replacement has the same form.
    let isPart =
      filter.ids != nil || filter.importID != nil || filter.source != nil
      || filter.batchLabel != nil || filter.since != nil
    delivered =
      valid + open + waived + purged + replaced
      - (isPart && replaced > 0 ? try store.replacedCount(within: segments) : replaced)
    (discarded, retracted, unfinished) = try store.unjudgedCounts(filter)
  }
}

/// The current verdicts that an audit counts.
package struct AuditVerdicts {
  var counts: [VerdictCounts]
  package var segments: [VerdictSegment]
  /// A counter without counts.
  var counter: AuditCounter

  /// - Throws: `RecorderError` if a maximum number is negative.
  package func report(
    _ details: AuditDetails, top: Int?, of store: Store
  ) throws -> AuditReport {
    try require(top, in: 0...(.max), "top")
    try require(details.samples, in: 0...(.max), "samples")
    var counter = counter
    counter.hasTrend = details.hasTrend
    for counts in counts { counter.add(counts) }
    if details.samples > 0 || details.hasPairs {
      let paired = details.hasPairs ? counter.pairedRules(of: counts) : [:]
      counter.add(
        try store.failureDetails(
          segments, samples: details.samples, paired: paired, onlyOpen: details.isOnlyOpen),
        details)
    }
    return counter.finished(top: top)
  }
}
