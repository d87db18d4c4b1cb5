import FormModels
import FormRules

/// Measures a keystroke in a live form of fifty fields: one edit of a text of 6 to 14 characters,
/// which is judged immediately, with all events.
struct SessionBenchmarks {
  let stopwatch: Stopwatch

  /// The model of the form.
  struct Model: Sendable {
    var texts = Array(repeating: "ana@example.com", count: SessionBenchmarks.fields)
  }

  static let fields = 50
  private static let keystrokes = 1_000

  func run() throws -> [Measurement] {
    try [
      measure("one field", rules: 0) { _ in [.required, .email(), .length(max: 80)] },
      measure("compared with the field before", rules: 0) { index in
        [.required, .length(max: 80)] + (index > 0 ? [.equals(.field("f\(index - 1)"))] : [])
      },
      measure("and ten rules of the record", rules: 10) { _ in [.required, .length(max: 80)] },
    ]
  }

  private func measure(
    _ detail: String, rules: Int, _ fieldRules: (Int) -> [ModelRule<Model>]
  ) throws -> Measurement {
    let validator = try ModelValidator<Model> {
      for index in 0..<Self.fields {
        Property("f\(index)", \Model.texts[index], rules: fieldRules(index))
      }
      for index in 0..<rules {
        RecordRules(.must("f\(index) is blank or f\(index + 1) is not blank").id("r\(index)"))
      }
    }
    var form = FormSession(Model(), validator, policy: .input)
    form.validate()
    let texts = (0..<Self.keystrokes).map { "ana@example.org".prefix(6 + $0 % 9) }.map(String.init)
    let path = \Model.texts[20]
    func type() { for text in texts { form.edit(path, to: text) } }
    let early = try stopwatch.measure(operations: Self.keystrokes, type)
    for _ in 0..<50 { type() }
    let late = try stopwatch.measure(operations: Self.keystrokes, type)
    guard late.allocations <= early.allocations else {
      throw BenchmarkFailure("a keystroke asks for memory more often as time goes by")
    }
    return Measurement(
      group: "session", name: "keystroke", detail: detail, unit: "edit",
      nanoseconds: late.nanoseconds, allocations: late.allocations, bytes: 10)
  }
}

/// A wrong result of a benchmark.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
