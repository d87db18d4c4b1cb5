import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

/// Columns that were sorted, shifted or pasted independently of their records are distinguished
/// from intended corrections.
@Suite struct RearrangementTests {
  private static let sizes = [2, 3, 5, 5, 20, 20, 20, 500]

  /// Intended edits are not rejected. `ROUNDS=200` tests 10,000 files.
  @Test func intendedEditsAreNotSuspicious() throws {
    let wrong = try RandomRounds.run("honest edits", 50) { random, show in
      var file = ReturnedFile(rows: Self.sizes.randomElement(using: &random)!, random: &random)
      let kinds = (0..<Int.random(in: 1...3, using: &random)).map { _ in file.editHonestly(&random)
      }
      let suspiciousChanges = try file.table.suspiciousChanges(file)
      show("\(kinds) \(file.displayText)")
      return suspiciousChanges.isEmpty ? nil : "\(suspiciousChanges)"
    }
    #expect(wrong == nil)
  }

  /// Rearrangements are found even if errors were corrected afterwards. A few cells with frequent
  /// values, such as two exchanged countries, look like corrections.
  @Test func rearrangementsAreFound() throws {
    let wrong = try RandomRounds.run("rearrangements", 50) { random, show in
      var file = ReturnedFile(rows: Self.sizes.randomElement(using: &random)!, random: &random)
      let kind = file.rearrange(&random)
      file.rearranged = file.cells
      if Bool.random(using: &random) { file.mend(&random) }
      show("\(kind) \(file.displayText)")
      guard file.hasTellingChange else { return nil }
      return try file.table.suspiciousChanges(file).isEmpty ? "not found: \(kind)" : nil
    }
    #expect(wrong == nil)
  }
}
