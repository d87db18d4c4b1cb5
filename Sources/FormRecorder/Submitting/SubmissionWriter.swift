import FormInput
import FormRules
import FormStore
import Foundation

/// Stores groups of submissions over one connection, and caches their plans.
///
/// Only one thread uses it at a time.
final class SubmissionWriter {
  private let store: Store
  /// The events that the last transaction sealed.
  private let sealed = SealedEvents()
  /// The plans by form and rules.
  private var plans: [PlanKey: BoundRules] = [:]
  private static let maximumPlans = 100
  /// The latest definition when the plans were bound.
  private var definitions: Int64 = 0

  private struct PlanKey: Hashable {
    var form, rules: VersionReference?

    init(_ request: SubmitRequest) {
      form = request.form
      rules = request.rules
    }
  }

  /// - Throws: `RecorderError` if there is no store. None is created, because it would have no
  ///   form.
  init(_ recorder: Recorder) throws(RecorderError) {
    guard recorder.hasDatabase else {
      throw RecorderError(StoreError.missing(path: recorder.database))
    }
    store = try recorder.storeForWriting(sealed: sealed.append)
  }

  /// Whether the path of the store still refers to the open file.
  var isUsable: Bool { store.isSameFile }

  /// Stores each submission of a group, or none of its records, in one transaction.
  func store(
    _ group: [Submission], _ recorder: Recorder
  ) throws(RecorderError) -> [SubmissionQueue.Result] {
    defer { recorder.announce(sealed.removeAll()) }
    return try mappingErrors {
      try store.transaction {
        try requireCurrentPlans()
        let together = try storeTogether(group, recorder)
        return try zip(group, together).map { submission, report in
          if let report { return .success(.stored([report])) }
          let result = SubmissionQueue.Result { () throws(RecorderError) in
            try outcome(of: submission, recorder)
          }
          if case .failure(let error) = result { try requireTransaction(error) }
          return result
        }
      }
    }
  }

  /// Stores the submissions of one record that can be evaluated in one pass.
  ///
  /// - Returns: By position in the group, the report, or nil if nothing was stored.
  private func storeTogether(
    _ group: [Submission], _ recorder: Recorder
  ) throws -> [SubmitReport?] {
    var reports: [SubmitReport?] = group.map { _ in nil }
    let alike = Dictionary(grouping: group.indices.filter { group[$0].requests.count == 1 }) {
      group[$0].requests[0].conditions
    }
    for members in alike.values where members.count > 1 {
      let requests = members.map { group[$0].requests[0] }
      let positions = try positionsOfOnePass(requests, recorder)
      guard let stored = try storeTogether(positions.map { requests[$0] }, recorder) else {
        continue
      }
      for (position, report) in zip(positions, stored) { reports[members[position]] = report }
    }
    return reports
  }

  /// Stores requests with equal conditions in one pass. Returns nil if nothing was stored because
  /// they must be submitted one by one, which also finds the cause of an error.
  private func storeTogether(
    _ requests: [SubmitRequest], _ recorder: Recorder
  ) throws -> [SubmitReport]? {
    guard requests.count > 1 else { return nil }
    do {
      return try store.transaction { try intake(requests, nil, recorder).submitTogether() }
    } catch {
      try requireTransaction(error)
      return nil
    }
  }

  /// The maximum number of bytes of the records of one pass, which a reader returns as one batch.
  private static let maximumBytes = 512 << 10

  /// The positions of the requests that can be stored in one pass: objects whose idempotency keys
  /// are neither stored nor repeated, up to a number of bytes. Empty if the form or the rules do
  /// not exist.
  private func positionsOfOnePass(
    _ requests: [SubmitRequest], _ recorder: Recorder
  ) throws -> [Int] {
    guard let bound = try? plan(PlanKey(requests[0]), recorder) else { return [] }
    var seen: Set<String> = []
    var bytes = 0
    return try requests.indices.filter { position in
      let request = requests[position]
      let content = request.content(for: bound.plan.form)
      guard content.isDelimitedJSONObject, bytes + content.count <= Self.maximumBytes else {
        return false
      }
      if let key = request.idempotencyKey {
        guard seen.insert(key).inserted,
          try !store.hasIntakeSubmission(form: bound.form.definition, idempotencyKey: key)
        else { return false }
      }
      bytes += content.count
      return true
    }
  }

  /// - Throws: The error, if SQLite ended the transaction by itself, as it does when the disk is
  ///   full.
  private func requireTransaction(_ error: any Error) throws {
    if !store.isInTransaction { throw error }
  }

  private func outcome(
    of submission: Submission, _ recorder: Recorder
  ) throws(RecorderError) -> Submission.Outcome {
    if let reports = try mappingErrors({ try storeWhole(submission, recorder) }) {
      return .stored(reports)
    }
    var answers: [ServiceAnswers?] = []
    var isOpen = false
    do {
      let reports = try store.transaction {
        let reports = try zip(submission.requests, submission.answers).compactMap {
          let intake = try intake([$0], $1, recorder)
          answers.append(intake.answers)
          return try intake.submit()
        }
        isOpen = reports.count < submission.requests.count
        // Rolls back the other records of the submission.
        if isOpen { throw CancellationError() }
        return reports
      }
      return .stored(reports)
    } catch {
      if isOpen { return .openRequests(answers) }
      throw RecorderError(error)
    }
  }

  /// Stores a submission of several records in one pass, or returns nil.
  private func storeWhole(
    _ submission: Submission, _ recorder: Recorder
  ) throws -> [SubmitReport]? {
    let requests = submission.requests
    guard requests.count > 1, requests.allSatisfy({ $0.conditions == requests[0].conditions }),
      try positionsOfOnePass(requests, recorder).count == requests.count
    else { return nil }
    return try storeTogether(requests, recorder)
  }

  private func intake(
    _ requests: [SubmitRequest], _ answers: ServiceAnswers?, _ recorder: Recorder
  ) throws(RecorderError) -> Intake {
    let bound = try plan(PlanKey(requests[0]), recorder)
    let setup = try JudgingSetup(
      bound.plan, in: store, files: requests[0].files,
      services: bound.plan.needsServices
        ? answers ?? recorder.settings.services?.answers(for: bound.plan) : nil)
    return try Intake(recorder, requests, bound, setup, store)
  }

  private func plan(_ key: PlanKey, _ recorder: Recorder) throws(RecorderError) -> BoundRules {
    if let known = plans[key] { return known }
    let bound = try recorder.bind(form: key.form, rules: key.rules, in: store)
    if plans.count >= Self.maximumPlans { plans.removeAll() }
    plans[key] = bound
    return bound
  }

  /// Discards the plans if a definition was stored since they were bound.
  private func requireCurrentPlans() throws(StoreError) {
    let latest = try store.latestDefinition()
    if latest != definitions { plans.removeAll() }
    definitions = latest
  }
}

/// Collects events until they can be announced.
private final class SealedEvents {
  private var events: [SealedEvent] = []

  func append(_ new: [SealedEvent]) { events += new }

  func removeAll() -> [SealedEvent] {
    defer { events = [] }
    return events
  }
}
