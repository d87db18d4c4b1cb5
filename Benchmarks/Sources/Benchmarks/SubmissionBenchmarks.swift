import FormDefinitions
import FormRecorder
import FormRules
import Foundation

/// Measures single submissions with sixteen rules. Each is durable before its report is returned.
struct SubmissionBenchmarks {
  let stopwatch: Stopwatch

  func run() throws -> [Measurement] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("formrec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorder = Recorder(database: folder.appendingPathComponent("benchmark.sqlite").path)
    _ = try recorder.apply(DefinitionSet(yaml: Self.definitions))
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
                  SubmitRequest(json: Array(Self.record(task, number).utf8)))
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
    let result = ResultBox()
    let isDone = DispatchSemaphore(value: 0)
    Task {
      do { try await operation() } catch { result.error = error }
      isDone.signal()
    }
    isDone.wait()
    if let error = result.error { throw error }
  }

  private static func record(_ task: Int, _ number: Int) -> String {
    """
    {"id": "\(UInt64.random(in: 0...UInt64(Int64.max)))", "name": "Ada Archer", \
    "email": "ada\(task)@example.com", "age": "\(18 + number % 60)", "signup_date": "2024-02-29", \
    "country": "GB", "phone": "+441632960960", "amount": "19.99"}
    """
  }

  private static let definitions = """
    form: subs
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text, required: true}
      - {name: email, type: text, required: true}
      - {name: age, type: integer, required: true}
      - {name: signup_date, type: date, required: true}
      - {name: country, type: text, required: true}
      - {name: phone, type: text, required: true}
      - {name: amount, type: decimal, scale: 2, required: true}
    ---
    rules: subs
    form: subs
    fields:
      id: [{unique: ever}]
      name: [{length: {max: 80}}]
      email: [{pattern: '[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}'}]
      age: [{range: {min: 0, max: 120}}]
      signup_date: [{range: {min: 2000-01-01, max: 2026-12-31}}]
      country: [{in: [DE, FR, GB, US]}]
      phone: [{pattern: '\\+[0-9]{7,15}'}]
      amount:
        - range: {min: 0, max: 1000000}
        - {range: {max: 500}, id: minor.limit, when: age < 18}
    """
}

private final class ResultBox: @unchecked Sendable {
  var error: (any Error)?
}
