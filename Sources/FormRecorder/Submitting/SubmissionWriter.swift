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
  private var plans: [PlanKey: PlanEntry] = [:]
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

  private struct PlanEntry {
    let bound: BoundRules
    let layout: IntakeLayout
  }

  /// - Throws: `RecorderError` if there is no store.
  init(_ recorder: Recorder) throws(RecorderError) {
    try recorder.requireDatabase()
    store = try recorder.storeForWriting(sealed: sealed.append)
  }

  /// Whether the path of the store still refers to the open file.
  var isUsable: Bool { store.isSameFile }

  /// Stores each call of a group, or none of its records, in one transaction.
  func store(
    _ calls: [SubmitCall], _ recorder: Recorder
  ) throws(RecorderError) -> [SubmissionQueue.Result] {
    defer { recorder.announce(sealed.removeAll()) }
    store.lock?.letOthersPass()
    return try mappingErrors {
      try store.transaction {
        try requireCurrentPlans()
        let together = try storeTogether(calls, recorder)
        return try zip(calls, together).map { call, report in
          if let report { return .success(.stored([report])) }
          let result = SubmissionQueue.Result { () throws(RecorderError) in
            try outcome(of: call, recorder)
          }
          if case .failure(let error) = result { try requireTransaction(error) }
          return result
        }
      }
    }
  }

  /// Stores the calls with one record that can be judged in passes of several records.
  ///
  /// - Returns: By position in `calls`, the report, or nil if nothing was stored.
  private func storeTogether(
    _ calls: [SubmitCall], _ recorder: Recorder
  ) throws -> [SubmitReport?] {
    var reports: [SubmitReport?] = calls.map { _ in nil }
    let byConditions = Dictionary(grouping: calls.indices.filter { calls[$0].requests.count == 1 })
    {
      calls[$0].requests[0].conditions
    }
    for members in byConditions.values where members.count > 1 {
      for pass in try passes(of: members.map { calls[$0].requests[0] }, recorder)
      where pass.positions.count > 1 {
        guard let stored = try store(pass, recorder) else { continue }
        for (position, report) in zip(pass.positions, stored) {
          reports[members[position]] = report
        }
      }
    }
    return reports
  }

  /// Stores a pass. Returns nil if nothing was stored because its requests must be submitted one by
  /// one, which also finds the cause of an error.
  private func store(_ pass: SubmissionPass, _ recorder: Recorder) throws -> [SubmitReport]? {
    do {
      return try store.transaction {
        try judge(pass, answers: nil, recorder).submitTogether()
      }
    } catch {
      try requireTransaction(error)
      return nil
    }
  }

  /// The passes of requests with equal conditions: those whose record can be read, and whose
  /// idempotency key is neither stored nor repeated. None if the form or the rules do not exist.
  ///
  /// - Parameter inOrder: Whether a pass contains only consecutive requests.
  private func passes(
    of requests: [SubmitRequest], inOrder: Bool = false, _ recorder: Recorder
  ) throws -> [SubmissionPass] {
    // Submitting the requests one by one reports the error.
    guard let plan = try? plan(PlanKey(requests[0]), recorder) else { return [] }
    var seen: Set<IdempotencyKey> = []
    var passes: [SubmissionPass] = []
    /// The last pass by the names that are not fields.
    var open: [[[UInt8]]: Int] = [:]
    for (position, request) in requests.enumerated() {
      let record: SubmittedRecord
      do throws(RecorderError) {
        record = try SubmittedRecord(request, plan.layout)
      } catch {
        // The record is malformed, or the form refuses a name; nothing was read from the store.
        // Submitting the request alone reports it.
        continue
      }
      if let key = request.clientKey {
        guard seen.insert(key).inserted,
          try !store.hasIntakeSubmission(form: plan.bound.form.definition, idempotencyKey: key)
        else { continue }
      }
      if let index = open[record.otherNames], !inOrder || index == passes.count - 1,
        passes[index].add(request, record, at: position)
      {
        continue
      }
      open[record.otherNames] = passes.count
      passes.append(SubmissionPass(request, record, at: position))
    }
    return passes
  }

  /// - Throws: The error, if SQLite ended the transaction by itself, as it does when the disk is
  ///   full.
  private func requireTransaction(_ error: any Error) throws {
    if !store.isInTransaction { throw error }
  }

  private func outcome(
    of call: SubmitCall, _ recorder: Recorder
  ) throws(RecorderError) -> SubmitCall.Outcome {
    if let reports = try mappingErrors({ try storeWhole(call, recorder) }) {
      return .stored(reports)
    }
    var answers: [ServiceAnswers?] = []
    let count = call.requests.count
    let reports = try mappingErrors {
      try store.transaction(committingIf: { $0.count == count }) {
        try zip(call.requests, call.answers).compactMap {
          let record = try SubmittedRecord($0, plan(PlanKey($0), recorder).layout)
          let judge = try judge(SubmissionPass($0, record), answers: $1, recorder)
          answers.append(judge.answers)
          return try judge.submit()
        }
      }
    }
    return reports.count == count ? .stored(reports) : .openRequests(answers)
  }

  /// Stores a call with several records in passes, in order. Returns nil if nothing was stored
  /// because its records must be submitted one by one.
  private func storeWhole(
    _ call: SubmitCall, _ recorder: Recorder
  ) throws -> [SubmitReport]? {
    let requests = call.requests
    guard requests.count > 1, requests.allSatisfy({ $0.conditions == requests[0].conditions })
    else { return nil }
    let passes = try passes(of: requests, inOrder: true, recorder)
    guard passes.map(\.positions.count).reduce(0, +) == requests.count else { return nil }
    return try store.transaction(committingIf: { $0 != nil }) {
      var reports: [SubmitReport] = []
      for pass in passes {
        guard let stored = try store(pass, recorder) else { return nil }
        reports += stored
      }
      return reports
    }
  }

  private func judge(
    _ pass: SubmissionPass, answers: ServiceAnswers?, _ recorder: Recorder
  ) throws(RecorderError) -> SubmissionJudge {
    let bound = try plan(PlanKey(pass.requests[0]), recorder).bound
    let setup = try JudgingSetup(
      bound.plan, in: store, files: pass.requests[0].files, answers: answers,
      services: recorder.settings.services)
    return try SubmissionJudge(recorder, pass, setup: setup, bound: bound, in: store)
  }

  private func plan(_ key: PlanKey, _ recorder: Recorder) throws(RecorderError) -> PlanEntry {
    if let known = plans[key] { return known }
    let bound = try recorder.bind(form: key.form, rules: key.rules, in: store)
    if plans.count >= Self.maximumPlans { plans.removeAll() }
    let entry = PlanEntry(bound: bound, layout: try IntakeLayout(bound.plan.form))
    plans[key] = entry
    return entry
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
