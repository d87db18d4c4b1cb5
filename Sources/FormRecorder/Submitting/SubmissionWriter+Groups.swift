import FormRules
import FormStore

extension SubmissionWriter {
  /// Stores the requests that can be judged in groups of several records.
  ///
  /// - Returns: By position in `requests`, the report, or nil if nothing was stored because the
  ///   request must be submitted alone, which also finds the cause of an error.
  func storeTogether(
    _ requests: [SubmissionRequest], _ recorder: Recorder
  ) throws -> [SubmissionReport?] {
    var reports: [SubmissionReport?] = requests.map { _ in nil }
    let unordered = try groups(of: requests, inOrder: false, recorder)
    for group in unordered where group.positions.count > 1 {
      let stored = try storeGroup(group, recorder) ?? []
      for (position, report) in zip(group.positions, stored) { reports[position] = report }
    }
    return reports
  }

  /// Stores requests in groups, in their order, so that none may be left out.
  ///
  /// - Returns: The reports of the requests before the first one that must be submitted alone.
  func storeInOrder(
    _ requests: [SubmissionRequest], _ recorder: Recorder
  ) throws -> [SubmissionReport] {
    let ordered = try groups(of: requests, inOrder: true, recorder)
    guard ordered.map(\.positions.count).reduce(0, +) == requests.count else { return [] }
    var reports: [SubmissionReport] = []
    for group in ordered {
      guard let stored = try storeGroup(group, recorder) else { break }
      reports += stored
    }
    return reports
  }

  /// Stores the records of a group, or none of them and returns nil.
  private func storeGroup(
    _ group: SubmissionGroup, _ recorder: Recorder
  ) throws -> [SubmissionReport]? {
    do {
      return try store.transaction {
        let bound = try plans.plan(for: group.request, recorder).bound
        return try GroupWriter(recorder, group, answers: nil, bound: bound, in: store)
          .submitTogether()
      }
    } catch {
      try store.requireTransaction(error)
      return nil
    }
  }

  /// The groups of those requests whose form and rules exist, whose record can be read, and whose
  /// idempotency key is neither stored nor repeated.
  ///
  /// - Parameter inOrder: Whether a group contains only consecutive requests.
  private func groups(
    of requests: [SubmissionRequest], inOrder: Bool, _ recorder: Recorder
  ) throws -> [SubmissionGroup] {
    if requests.count < 2 { return [] }
    var seen: Set<IdempotencyKey> = []
    var groups: [SubmissionGroup] = []
    /// The last group of each key.
    var open: [SubmissionGroup.Key: Int] = [:]
    for (position, request) in requests.enumerated() {
      let (bound, record): (BoundVersions, SubmittedRecord)
      do throws(RecorderError) {
        let plan = try plans.plan(for: request, recorder)
        (bound, record) = (plan.bound, try SubmittedRecord(request, plan.layout))
      } catch {
        // Submitting the request alone reports that its form or rules do not exist, or that its
        // record cannot be read.
        continue
      }
      if let key = IdempotencyKey(request) {
        guard seen.insert(key).inserted,
          try !store.hasIntakeSubmission(formID: bound.form.definitionID, idempotencyKey: key)
        else { continue }
      }
      let key = SubmissionGroup.Key(request, otherNames: record.otherNames)
      if let index = open[key], !inOrder || index == groups.count - 1,
        groups[index].add(record, at: position)
      {
        continue
      }
      open[key] = groups.count
      groups.append(SubmissionGroup(record, at: position))
    }
    return groups
  }
}

extension WritableStore {
  /// - Throws: The error, if SQLite ended the transaction by itself, as it does when the disk is
  ///   full.
  func requireTransaction(_ error: any Error) throws {
    if !isInTransaction { throw error }
  }
}
