import FormRecorder
import FormTestSupport
import Foundation
import Testing

/// Exports while another thread writes.
@Suite(.timeLimit(.minutes(10))) struct ExportLawTests {
  /// An export of any scope shows the state in which its submissions were selected, whatever is
  /// delivered, corrected, judged again or retracted until it ends; or it fails because of a
  /// retraction.
  @Test func exportsBesideDeliveriesShowTheirBeginning() throws {
    let wrong = try RandomRounds.run("concurrent exports", 1, long: 50) { random, show in
      let store = try JudgedStore(sharesConnection: false)
      // Corrections that are carried take effect after the import, so the state between both would
      // have to be known.
      store.carriesCorrections = false
      try store.fill(&random)
      // More imports than an export reads ahead.
      for _ in 0..<8 {
        _ = store.outcome(of: try store.operation(among: [.file], of: ["people"], &random))
      }
      var request = ExportRequest()
      request.selection.form = "people"
      request.format = [ExportFormat.csv, .ndjson, .json].randomElement(using: &random)!
      let (recorder, writer) = (store.recorder, try RandomWriter(store, exporting: request))
      writer.start(operations: 8, seed: random.next())
      defer { writer.finish() }
      var exports: [ConcurrentExport] = []
      while !writer.hasEnded {
        request.scope = SubmissionScope.allCases.randomElement(using: &random)!
        exports.append(try ConcurrentExport(request, of: recorder, beside: writer))
      }
      let (states, operations) = try writer.result()
      show("\(request.format)\n\(operations.map(\.description).joined(separator: "\n"))")
      return exports.lazy.compactMap { $0.violation(states, operations) }.first
    }
    #expect(wrong == nil)
  }
}

/// An export during which a writer completes at least one operation, unless it has ended.
private struct ConcurrentExport {
  let scope: SubmissionScope
  /// The number of operations that were complete when the export began.
  let first: Int
  /// The number of operations that had begun when its submissions were selected, and at its end.
  let last, end: Int
  /// The output, or nil if it failed because of a retraction.
  let text: String?

  init(_ request: ExportRequest, of recorder: Recorder, beside writer: RandomWriter) throws {
    let completed = writer.completed
    var selected: Int?
    var bytes: [UInt8] = []
    var isRefused = false
    do {
      _ = try recorder.export(
        request, to: .stream { bytes += $0 },
        shouldStop: {
          // Called first when the submissions are selected, before they are read.
          guard selected == nil else { return false }
          selected = writer.begun
          writer.permitMore(after: completed)
          return false
        })
    } catch let error as RecorderError where error.reason == .busy(process: nil) {
      isRefused = true
    }
    let begun = writer.begun
    (scope, first, end) = (request.scope, completed, begun)
    last = selected ?? begun
    text = isRefused ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// What is wrong, or nil.
  ///
  /// - Parameter states: The exports before the first operation, and after each.
  func violation(
    _ states: [[SubmissionScope: String]], _ operations: [JudgedStore.Operation]
  ) -> String? {
    guard let text else {
      let isRetracted = operations[first..<end].contains { $0.kind == .retraction }
      return isRetracted ? nil : "an export of \(scope) failed without a retraction"
    }
    if states[first...last].contains(where: { $0[scope] == text }) { return nil }
    return """
      the export of \(scope) that began after \(first) to \(last) operations, and ended after \
      \(end), is
      \(text)
      instead of
      \(states[first][scope] ?? "")
      """
  }
}

/// A thread that performs random operations on a store, each once it is permitted, and exports
/// every scope between them.
///
/// Safe to send between threads because the condition protects its state, and only its thread uses
/// the store after the start.
private final class RandomWriter: @unchecked Sendable {
  private static let kinds: [JudgedStore.Kind] = [
    .file, .file, .submission, .corrections, .corrections, .replay, .rules, .retraction,
  ]

  private let store: JudgedStore
  private let request: ExportRequest
  private let condition = NSCondition()
  /// The number of further operations that may begin.
  private var permitted = 0
  private var operations: [JudgedStore.Operation] = []
  private var states: [[SubmissionScope: String]] = []
  private var failure: (any Error)?
  private var isOver = false

  init(_ store: JudgedStore, exporting request: ExportRequest) throws {
    (self.store, self.request) = (store, request)
    states = [try exports()]
  }

  private func exports() throws -> [SubmissionScope: String] {
    var exports: [SubmissionScope: String] = [:]
    for scope in SubmissionScope.allCases {
      var request = request
      request.scope = scope
      var bytes: [UInt8] = []
      _ = try store.recorder.export(request, to: .stream { bytes += $0 })
      exports[scope] = String(decoding: bytes, as: UTF8.self)
    }
    return exports
  }

  func start(operations count: Int, seed: UInt64) {
    Thread.detachNewThread { [self] in
      var random = SeededGenerator(seed: seed)
      do {
        for _ in 0..<count {
          let operation = try store.operation(among: Self.kinds, of: ["people"], &random)
          begin(operation)
          _ = store.outcome(of: operation)
          complete(try exports())
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
      operations.append(operation)
    }
  }

  private func complete(_ state: [SubmissionScope: String]) {
    condition.withLock {
      states.append(state)
      condition.broadcast()
    }
  }

  private func end(_ error: (any Error)?) {
    condition.withLock {
      (failure, isOver) = (error, true)
      condition.broadcast()
    }
  }

  /// The number of operations that have begun.
  var begun: Int { condition.withLock { operations.count } }
  /// The number of operations that are complete.
  var completed: Int { condition.withLock { states.count - 1 } }
  var hasEnded: Bool { condition.withLock { isOver } }

  /// Permits two more operations, so that the second one may still run when an export ends. Waits
  /// until more than `count` are complete.
  func permitMore(after count: Int) {
    condition.withLock {
      permitted += 2
      condition.broadcast()
      while states.count - 1 <= count, !isOver { condition.wait() }
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

  /// The states and the operations, once it has ended.
  func result() throws -> (states: [[SubmissionScope: String]], operations: [JudgedStore.Operation])
  {
    try condition.withLock {
      if let failure { throw failure }
      return (states, operations)
    }
  }
}
