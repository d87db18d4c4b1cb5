import FormDefinitions
import FormRecorder
import FormRules
import Foundation
import Synchronization

/// Measures single submissions with sixteen rules. Each is durable before its report is returned.
struct SubmissionBenchmarks {
  let stopwatch: Stopwatch

  func run() throws -> [Measurement] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("formrec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorder = Recorder(database: folder.appendingPathComponent("benchmark.sqlite").path)
    let benchmarks = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    _ = try recorder.apply(
      DefinitionSet(files: [benchmarks.appendingPathComponent("subs.yaml").path]))
    return [
      try measure(recorder, tasks: 1, submissions: 100),
      try measure(recorder, tasks: 8, submissions: 400),
      try measure(recorder, tasks: 64, submissions: 6_400),
    ]
  }

  private func measure(
    _ recorder: Recorder, tasks: Int, submissions: Int
  ) throws -> Measurement {
    let asynchronous = AsyncRecorder(recorder, concurrency: 64)
    let before = try recorder.audit(.all).total.submissions
    let time = try ContinuousClock().measure {
      try wait {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<tasks {
            group.addTask {
              for number in 0..<submissions / tasks {
                let report = try await asynchronous.submit(
                  SubmissionRequest(json: Array(Self.record(task, number).utf8)))
                guard !report.isRejected else { throw BenchmarkFailure("a record is rejected") }
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }
    let stored = try recorder.audit(.all).total.submissions - before
    guard stored == submissions else {
      throw BenchmarkFailure("\(stored) of \(submissions) submissions are stored")
    }
    return Measurement(
      group: "submissions", name: "submit", detail: "\(tasks) tasks", unit: "submission",
      nanoseconds: time / .nanoseconds(1) / Double(submissions), allocations: 0, bytes: 150)
  }

  /// Runs an asynchronous operation and waits for it.
  private func wait(_ operation: @escaping @Sendable () async throws -> Void) throws {
    let failure = Mutex<(any Error)?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task {
      do { try await operation() } catch { failure.withLock { $0 = error } }
      isDone.signal()
    }
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private static func record(_ task: Int, _ number: Int) -> String {
    """
    {"id": "\(UInt64.random(in: 0...UInt64(Int64.max)))", "name": "Ada Archer", \
    "email": "ada\(task)@example.com", "age": "\(18 + number % 60)", "signup_date": "2024-02-29", \
    "country": "GB", "phone": "+441632960960", "amount": "19.99"}
    """
  }
}
