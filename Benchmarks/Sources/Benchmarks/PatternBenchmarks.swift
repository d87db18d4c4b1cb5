import FormRules

/// Measures patterns on texts that match and texts that do not.
struct PatternBenchmarks {
  let stopwatch: Stopwatch

  private static let patterns: [(String, Pattern.Mode, matching: String, other: String)] = [
    (#"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}"#, .whole, "user123@example.com", "nobody at example.com"),
    (#"\+[0-9]{7,15}"#, .whole, "+4930123456", "030 123456"),
    ("[A-Z]{2}[0-9]{4}", .whole, "AB1234", "ab1234"),
    (#"@example\.(com|org)$"#, .search, "ada@example.org", "ada@example.net"),
    ("[0-9]", .once, "room 7", "room 12"),
    (#"(\w+) \1"#, .whole, "same same", "same other"),
    ("\\p{L}+", .whole, "Zo\u{EB}", "R2D2"),
  ]

  func run() throws -> [Measurement] {
    let scratch = PatternScratch()
    var result: [Measurement] = []
    for (source, mode, matching, other) in Self.patterns {
      let pattern = try Pattern(source, mode: mode)
      for (text, answer) in [(matching, Pattern.Outcome.matches), (other, .differs)] {
        let bytes = Array(text.utf8)
        let operations = 4_096
        var right = 0
        let cost = try stopwatch.measure(operations: operations) {
          right = 0
          for _ in 0..<operations where pattern.match(bytes.span, using: scratch) == answer {
            right += 1
          }
        }
        guard right == operations else { throw BenchmarkError.wrong("\(source) on \(text)") }
        result.append(
          Measurement(
            group: "patterns", name: source,
            detail: "\(mode)\(answer == .matches ? "" : ", no match")", unit: "text",
            nanoseconds: cost.nanoseconds, allocations: cost.allocations,
            bytes: Double(bytes.count)))
      }
    }
    return result
  }
}
