import FormInput
import FormRules
import FormStore
import Foundation

/// Stores groups of submissions over one connection, and caches their plans.
///
/// Only one thread uses it at a time.
final class SubmissionWriter {
  private let store: WritableStore
  /// The events that the last transaction sealed.
  private let sealed = SealedEvents()
  /// The plans by form and rules.
  private var plans: [PlanKey: (bound: BoundRules, layout: IntakeLayout)] = [:]
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
  ) throws(RecorderError) -> [SubmitCall.Result] {
    defer { recorder.announce(sealed.removeAll()) }
    store.lock.letOthersPass()
    return try mappingErrors {
      try store.transaction {
        try requireCurrentPlans()
        let alone = calls.indices.filter { calls[$0].requests.count == 1 }
        let stored = try storeTogether(alone.map { calls[$0].requests[0] }, recorder)
        let reports = Dictionary(uniqueKeysWithValues: zip(alone, stored))
        return try calls.enumerated().map { position, call in
          if let report = reports[position] ?? nil { return .success([report]) }
          let result = SubmitCall.Result { () throws(RecorderError) in
            try submit(call, recorder)
          }
          if case .failure(let error) = result { try requireTransaction(error) }
          return result
        }
      }
    }
  }

  /// Stores the requests that can be judged in passes of several records.
  ///
  /// - Parameter inOrder: Whether they must be stored in their order, so that none may be left out.
  /// - Returns: By position in `requests`, the report, or nil if nothing was stored because the
  ///   request must be submitted alone, which also finds the cause of an error.
  private func storeTogether(
    _ requests: [SubmitRequest], inOrder: Bool = false, _ recorder: Recorder
  ) throws -> [SubmitReport?] {
    var reports: [SubmitReport?] = requests.map { _ in nil }
    let passes = try passes(of: requests, inOrder: inOrder, recorder)
    if inOrder, passes.map(\.positions.count).reduce(0, +) < requests.count { return reports }
    for pass in passes where inOrder || pass.positions.count > 1 {
      do {
        let stored = try store.transaction {
          try judge(pass, answers: nil, recorder).submitTogether()
        }
        for (position, report) in zip(pass.positions, stored ?? []) { reports[position] = report }
      } catch {
        try requireTransaction(error)
      }
      if inOrder, reports[pass.positions[0]] == nil { break }
    }
    return reports
  }

  /// The passes of those requests whose form and rules exist, whose record can be read, and whose
  /// idempotency key is neither stored nor repeated.
  ///
  /// - Parameter inOrder: Whether a pass contains only consecutive requests.
  private func passes(
    of requests: [SubmitRequest], inOrder: Bool, _ recorder: Recorder
  ) throws -> [SubmissionGroup] {
    struct Shape: Hashable {
      let conditions: SubmitRequest.Conditions
      let otherNames: [[UInt8]]
    }
    if requests.count < 2 { return [] }
    var seen: Set<IdempotencyKey> = []
    var passes: [SubmissionGroup] = []
    /// The last pass of each shape.
    var open: [Shape: Int] = [:]
    for (position, request) in requests.enumerated() {
      let (bound, record): (BoundRules, SubmittedRecord)
      do throws(RecorderError) {
        let plan = try plan(PlanKey(request), recorder)
        (bound, record) = (plan.bound, try SubmittedRecord(request, plan.layout))
      } catch {
        // Submitting the request alone reports that its form or rules do not exist, or that its
        // record cannot be read.
        continue
      }
      if let key = request.clientKey {
        guard seen.insert(key).inserted,
          try !store.hasIntakeSubmission(form: bound.form.definition, idempotencyKey: key)
        else { continue }
      }
      let shape = Shape(conditions: request.conditions, otherNames: record.otherNames)
      if let index = open[shape], !inOrder || index == passes.count - 1,
        passes[index].add(request, record, at: position)
      {
        continue
      }
      open[shape] = passes.count
      passes.append(SubmissionGroup(request, record, at: position))
    }
    return passes
  }

  /// - Throws: The error, if SQLite ended the transaction by itself, as it does when the disk is
  ///   full.
  private func requireTransaction(_ error: any Error) throws {
    if !store.isInTransaction { throw error }
  }

  /// Stores all records of a call or none of them: in passes if possible, otherwise one by one.
  ///
  /// - Returns: The reports, or nil if the call has open requests to services.
  private func submit(
    _ call: SubmitCall, _ recorder: Recorder
  ) throws(RecorderError) -> [SubmitReport]? {
    var answers: [ServiceAnswers?] = []
    let count = call.requests.count
    let reports = try mappingErrors {
      if count > 1 {
        let reports = try store.transaction(committingIf: { $0.count == count }) {
          try storeTogether(call.requests, inOrder: true, recorder).compactMap(\.self)
        }
        if reports.count == count { return reports }
      }
      return try store.transaction(committingIf: { $0.count == count }) {
        try zip(call.requests, call.answers).compactMap {
          let record = try SubmittedRecord($0, plan(PlanKey($0), recorder).layout)
          let judge = try judge(SubmissionGroup($0, record), answers: $1, recorder)
          answers.append(judge.answers)
          return try judge.submit()
        }
      }
    }
    if reports.count == count { return reports }
    call.answers = answers
    return nil
  }

  private func judge(
    _ pass: SubmissionGroup, answers: ServiceAnswers?, _ recorder: Recorder
  ) throws(RecorderError) -> SubmissionJudge {
    let bound = try plan(PlanKey(pass.requests[0]), recorder).bound
    let setup = try JudgingSetup(
      bound.plan, in: store, files: pass.requests[0].files.orDefault(of: recorder.settings),
      answers: answers,
      services: recorder.settings.services)
    return try SubmissionJudge(recorder, pass, setup: setup, bound: bound, in: store)
  }

  private func plan(
    _ key: PlanKey, _ recorder: Recorder
  ) throws(RecorderError) -> (bound: BoundRules, layout: IntakeLayout) {
    if let known = plans[key] { return known }
    let bound = try recorder.bind(form: key.form, rules: key.rules, in: store)
    if plans.count >= Self.maximumPlans { plans.removeAll() }
    let plan = (bound, try IntakeLayout(bound.plan.form))
    plans[key] = plan
    return plan
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
