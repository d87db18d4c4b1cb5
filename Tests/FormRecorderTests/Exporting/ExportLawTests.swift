import FormRecorder
import FormTestSupport
import Foundation
import Testing

/// Exports while another thread writes.
@Suite(.timeLimit(.minutes(10))) struct ExportLawTests {
  /// An export of any scope shows the state in which its submissions were selected, whatever is
  /// delivered, corrected, judged again, waived, assigned or retracted until it ends; or it fails
  /// because of a retraction.
  @Test func exportsBesideDeliveriesShowTheirBeginning() throws {
    let wrong = try RandomRounds.run("concurrent exports", 1, long: 50) { random, show in
      let store = try JudgedStore(sharesConnection: false)
      // If not, imports are retracted. A retraction that carries corrections again does so in
      // transactions of their own, and the states between them are not known.
      store.carriesCorrections = Bool.random(using: &random)
      try store.fill(&random)
      // More imports than an export reads ahead.
      for _ in 0..<8 {
        _ = store.outcome(of: try store.operation(among: [.file], of: ["people"], &random))
      }
      var request = ExportRequest()
      request.selection.form = "people"
      let rules: [String?] = [nil, nil, "id.range", "card.paymentCard"]
      let assignees: [String?] = [nil, nil, "ana"]
      request.selection.rule = rules.randomElement(using: &random)!
      request.selection.assignee = assignees.randomElement(using: &random)!
      _ = store.outcome(of: JudgedStore.Operation(kind: .assignment, form: "people"))
      request.format = [ExportFormat.csv, .ndjson, .json].randomElement(using: &random)!
      let (recorder, writer) = (store.recorder, try RandomWriter(store, exporting: request))
      writer.start(operations: 8, seed: random.next())
      defer { writer.finish() }
      var exports: [ConcurrentExport] = []
      while !writer.hasEnded {
        request.scope = SubmissionScope.allCases.randomElement(using: &random)!
        exports.append(try ConcurrentExport(request, of: recorder, beside: writer))
      }
      let history = try writer.result()
      let (rule, assignee) = (request.selection.rule, request.selection.assignee)
      show(
        "\(request.format), \(rule ?? "all rules"), \(assignee ?? "any assignee")\n"
          + history.operations.map(\.description).joined(separator: "\n"))
      return exports.lazy.compactMap { $0.violation(of: history) }.first
    }
    #expect(wrong == nil)
  }
}

/// An export during which a writer completes at least one operation, unless it has ended.
private struct ConcurrentExport {
  let scope: SubmissionScope
  /// The number of operations that were complete when the export began, and the last state.
  let first, firstState: Int
  /// The number of operations that had begun when its submissions were selected, and at its end.
  let last, end: Int
  /// The output, or nil if it failed because of a retraction.
  let text: String?

  init(_ request: ExportRequest, of recorder: Recorder, beside writer: RandomWriter) throws {
    let (completed, known) = writer.completed
    var selected: Int?
    var text: String?
    do {
      text = try recorder.text(of: request) {
        // Called first when the submissions are selected, before they are read.
        guard selected == nil else { return false }
        selected = writer.begun
        writer.permitMore(after: completed)
        return false
      }
    } catch let error as RecorderError where error.reason == .busy(process: nil) {}
    let begun = writer.begun
    if selected == nil { writer.permitMore(after: completed) }
    (scope, first, firstState, end) = (request.scope, completed, known, begun)
    last = selected ?? begun
    self.text = text
  }

  /// What is wrong, or nil.
  func violation(of history: WriterHistory) -> String? {
    guard let text else {
      let isRetracted = history.operations[first..<end].contains { $0.kind == .retraction }
      return isRetracted ? nil : "an export of \(scope) failed without a retraction"
    }
    let states = history.states[firstState...history.lastStates[last]]
    if states.contains(where: { $0[scope] == text }) { return nil }
    return """
      the export of \(scope) that began after \(first) to \(last) operations, and ended after \
      \(end), is
      \(text)
      instead of
      \(states.first?[scope] ?? "")
      """
  }
}

extension Recorder {
  /// The text of an export, or of the error if no submission has the assignee of the request.
  fileprivate func text(
    of request: ExportRequest, shouldStop: @escaping () -> Bool = { false }
  ) throws -> String {
    var bytes: [UInt8] = []
    do {
      _ = try export(request, to: .stream { bytes += $0 }, shouldStop: shouldStop)
    } catch let error as RecorderError where error.reason == .missing(.other) {
      return "\(error)"
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What a writer did.
private struct WriterHistory {
  /// The operations that have begun.
  var operations: [JudgedStore.Operation] = []
  /// The exports of every scope before the first operation, after each commit of a file, and after
  /// each operation.
  var states: [[SubmissionScope: String]] = []
  /// The index of the state before the first operation, and of the one after each that is complete.
  var lastStates: [Int] = []
}

/// A thread that performs random operations on a store, each once it is permitted, and exports
/// every scope between them.
///
/// Safe to send between threads because the condition protects its state, and only its thread uses
/// the store after the start.
private final class RandomWriter: @unchecked Sendable {
  private static let kinds: [JudgedStore.Kind] = [
    .file, .file, .submission, .corrections, .corrections, .replay, .rules, .waiver, .waiver,
    .reopening, .assignment,
  ]

  private let store: JudgedStore
  private let request: ExportRequest
  private let condition = NSCondition()
  /// The number of further operations that may begin.
  private var permitted = 0
  private var history = WriterHistory()
  private var failure: (any Error)?
  private var isOver = false

  init(_ store: JudgedStore, exporting request: ExportRequest) throws {
    (self.store, self.request) = (store, request)
    history.states = [try exports()]
    history.lastStates = [0]
  }

  private func exports() throws -> [SubmissionScope: String] {
    var exports: [SubmissionScope: String] = [:]
    for scope in SubmissionScope.allCases {
      var request = request
      request.scope = scope
      exports[scope] = try store.recorder.text(of: request)
    }
    return exports
  }

  func start(operations count: Int, seed: UInt64) {
    Thread.detachNewThread { [self] in
      var random = SeededGenerator(seed: seed)
      let kinds = Self.kinds + (store.carriesCorrections ? [] : [.retraction])
      store.didCommit = { [unowned self] in self.addState() }
      do {
        for _ in 0..<count {
          let operation = try store.operation(among: kinds, of: ["people"], &random)
          begin(operation)
          _ = store.outcome(of: operation)
          addState()
          complete()
        }
        end(nil)
      } catch {
        end(error)
      }
    }
  }

  private func begin(_ operation: JudgedStore.Operation) {
    condition.withLock {
      while permitted == 0 { condition.wait() }
      permitted -= 1
      history.operations.append(operation)
    }
  }

  private func addState() {
    let state = Result { try exports() }
    condition.withLock {
      switch state {
      case .success(let exports): history.states.append(exports)
      case .failure(let error): failure = failure ?? error
      }
    }
  }

  private func complete() {
    condition.withLock {
      history.lastStates.append(history.states.count - 1)
      condition.broadcast()
    }
  }

  private func end(_ error: (any Error)?) {
    condition.withLock {
      (failure, isOver) = (failure ?? error, true)
      condition.broadcast()
    }
  }

  /// The number of operations that have begun.
  var begun: Int { condition.withLock { history.operations.count } }
  /// The number of operations that are complete, and the index of the last state.
  var completed: (operations: Int, state: Int) {
    condition.withLock { (history.lastStates.count - 1, history.states.count - 1) }
  }
  var hasEnded: Bool { condition.withLock { isOver } }

  /// Permits two more operations, so that the second one may still run when an export ends. Waits
  /// until more than `count` are complete.
  func permitMore(after count: Int) {
    condition.withLock {
      permitted += 2
      condition.broadcast()
      while history.lastStates.count - 1 <= count, !isOver { condition.wait() }
    }
  }

  /// Waits until all operations are complete.
  func finish() {
    condition.withLock {
      permitted = .max
      condition.broadcast()
      while !isOver { condition.wait() }
    }
  }

  /// What it did, once it has ended.
  func result() throws -> WriterHistory {
    try condition.withLock {
      if let failure { throw failure }
      return history
    }
  }
}
