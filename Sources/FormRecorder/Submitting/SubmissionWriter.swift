import FormRules
import FormStore
import Foundation

/// Stores groups of submissions over one connection, and keeps the plans of their rules.
///
/// Only one thread uses it at a time.
final class SubmissionWriter {
  private let store: Store
  /// The events that the last transaction sealed.
  private let sealed = SealedEvents()
  /// The plans by form and rules.
  private var plans: [PlanKey: BoundRules] = [:]
  private static let maximumPlans = 100
  /// The latest definition when the plans were made.
  private var definitions: Int64 = 0

  private struct PlanKey: Hashable {
    var form, rules: VersionReference?
  }

  /// - Throws: If there is no store. None is created, because it would have no form.
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
    return try explaining {
      try store.transaction {
        try requireCurrentPlans()
        return try group.map { submission in
          let result = SubmissionQueue.Result { () throws(RecorderError) in
            try outcome(of: submission, recorder)
          }
          // SQLite ends the transaction by itself after some errors, such as a full disk.
          if case .failure(let error) = result, !store.isInTransaction { throw error }
          return result
        }
      }
    }
  }

  private func outcome(
    of submission: Submission, _ recorder: Recorder
  ) throws(RecorderError) -> Submission.Outcome {
    var answers: [ServiceAnswers?] = []
    var isOpen = false
    do {
      let reports = try store.transaction {
        let reports = try zip(submission.requests, submission.answers).compactMap {
          let intake = try intake($0, $1, recorder)
          answers.append(intake.answers)
          return try intake.submit()
        }
        isOpen = reports.count < submission.requests.count
        // Undoes what the other records of the submission stored.
        if isOpen { throw CancellationError() }
        return reports
      }
      return .stored(reports)
    } catch {
      if isOpen { return .openRequests(answers) }
      throw RecorderError(error)
    }
  }

  private func intake(
    _ request: SubmitRequest, _ answers: ServiceAnswers?, _ recorder: Recorder
  ) throws(RecorderError) -> Intake {
    let bound = try plan(PlanKey(form: request.form, rules: request.rules), recorder)
    let setup = try JudgingSetup(
      bound.plan, in: store, files: request.files,
      services: bound.plan.needsServices
        ? answers ?? recorder.services?.answers(for: bound.plan) : nil)
    return try Intake(recorder, request, bound, setup, store)
  }

  private func plan(_ key: PlanKey, _ recorder: Recorder) throws(RecorderError) -> BoundRules {
    if let known = plans[key] { return known }
    let bound = try recorder.bind(form: key.form, rules: key.rules, in: store)
    if plans.count >= Self.maximumPlans { plans.removeAll() }
    plans[key] = bound
    return bound
  }

  /// Forgets the plans if a definition was stored since they were made.
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
