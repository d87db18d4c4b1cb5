import FormInput
import FormRules
import FormStore
import Foundation

/// Stores groups of submissions and recorded reads over one connection, and caches the plans.
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

  /// Stores the calls in one transaction: of each call all records, or none.
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

  /// Stores the requests that can be judged in groups of several records.
  ///
  /// - Returns: By position in `requests`, the report, or nil if nothing was stored because the
  ///   request must be submitted alone, which also finds the cause of an error.
  private func storeTogether(
    _ requests: [SubmitRequest], _ recorder: Recorder
  ) throws -> [SubmitReport?] {
    var reports: [SubmitReport?] = requests.map { _ in nil }
    let groups = try groups(of: requests, inOrder: false, recorder)
    for group in groups where group.positions.count > 1 {
      let stored = try storeGroup(group, recorder) ?? []
      for (position, report) in zip(group.positions, stored) { reports[position] = report }
    }
    return reports
  }

  /// Stores requests in groups, in their order, so that none may be left out.
  ///
  /// - Returns: The reports of the requests before the first one that must be submitted alone.
  private func storeInOrder(
    _ requests: [SubmitRequest], _ recorder: Recorder
  ) throws -> [SubmitReport] {
    let groups = try groups(of: requests, inOrder: true, recorder)
    guard groups.map(\.positions.count).reduce(0, +) == requests.count else { return [] }
    var reports: [SubmitReport] = []
    for group in groups {
      guard let stored = try storeGroup(group, recorder) else { break }
      reports += stored
    }
    return reports
  }

  /// Stores the records of a group, or none of them and returns nil.
  private func storeGroup(
    _ group: SubmissionGroup, _ recorder: Recorder
  ) throws -> [SubmitReport]? {
    do {
      return try store.transaction { try judge(group, answers: nil, recorder).submitTogether() }
    } catch {
      try requireTransaction(error)
      return nil
    }
  }

  /// The groups of those requests whose form and rules exist, whose record can be read, and whose
  /// idempotency key is neither stored nor repeated.
  ///
  /// - Parameter inOrder: Whether a group contains only consecutive requests.
  private func groups(
    of requests: [SubmitRequest], inOrder: Bool, _ recorder: Recorder
  ) throws -> [SubmissionGroup] {
    struct Shape: Hashable {
      let conditions: SubmitRequest.Conditions
      let otherNames: [[UInt8]]
    }
    if requests.count < 2 { return [] }
    var seen: Set<IdempotencyKey> = []
    var groups: [SubmissionGroup] = []
    /// The last group of each shape.
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
          try !store.hasIntakeSubmission(formID: bound.form.definition, idempotencyKey: key)
        else { continue }
      }
      let shape = Shape(conditions: request.conditions, otherNames: record.otherNames)
      if let index = open[shape], !inOrder || index == groups.count - 1,
        groups[index].add(request, record, at: position)
      {
        continue
      }
      open[shape] = groups.count
      groups.append(SubmissionGroup(request, record, at: position))
    }
    return groups
  }

  /// - Throws: The error, if SQLite ended the transaction by itself, as it does when the disk is
  ///   full.
  private func requireTransaction(_ error: any Error) throws {
    if !store.isInTransaction { throw error }
  }

  /// Stores the read of a call, or all of its records or none of them: in groups if possible,
  /// otherwise one by one.
  ///
  /// - Returns: The reports, or nil if the call has open requests to services.
  private func submit(
    _ call: SubmitCall, _ recorder: Recorder
  ) throws(RecorderError) -> [SubmitReport]? {
    if let read = call.read {
      try mappingErrors { try read.append(to: store, at: recorder.settings.now().description) }
      return []
    }
    var answers: [ServiceAnswers?] = []
    let count = call.requests.count
    let reports = try mappingErrors {
      if count > 1 {
        let reports = try store.transaction(committingIf: { $0.count == count }) {
          try storeInOrder(call.requests, recorder)
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
    _ group: SubmissionGroup, answers: ServiceAnswers?, _ recorder: Recorder
  ) throws -> SubmissionJudge {
    let bound = try plan(PlanKey(group.requests[0]), recorder).bound
    let setup = try JudgingSetup(
      bound.plan, in: store, files: group.requests[0].files.orDefault(of: recorder.settings),
      answers: answers,
      services: recorder.settings.services)
    return try SubmissionJudge(recorder, group, setup: setup, bound: bound, in: store)
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
