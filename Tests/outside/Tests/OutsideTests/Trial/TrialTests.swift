import Foundation
import Testing

/// Every capability of the four libraries, tried with formrec's public API.
@Suite struct TrialTests {
  static let trials = [Trial.atg, .fvs, .ngr, .ajw]

  @Test(arguments: trials.flatMap(\.rows))
  func capability(_ row: TrialRow) async throws { #expect(try await row.holds()) }

  /// Two rows of one name in a library would be one capability counted twice.
  @Test func rowsAreDifferent() {
    for trial in Self.trials {
      let names = trial.rows.map(\.capability)
      let repeated = Set(names.filter { name in names.count { $0 == name } > 1 })
      #expect(repeated.isEmpty, "\(trial.library)")
    }
  }

  /// The section of `docs/coverage.md`, which `RECORD=1` does not write: copy it from the failure.
  @Test func thePageHasTheSummary() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../../docs/coverage.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains(Self.summary), "\(Self.summary)")
  }

  /// The number of rows by outcome, and the reason of each row that does not simply work.
  static var summary: String {
    var lines = [
      "| library | capabilities | work | awkward | differ | missing |",
      "|---|---:|---:|---:|---:|---:|",
    ]
    for trial in trials {
      let counts = ["works", "awkward", "differs", "missing"].map { kind in
        String(trial.rows.count { "\($0.outcome)".hasPrefix(kind) })
      }
      lines.append(
        "| \(trial.library) | \(trial.rows.count) | \(counts.joined(separator: " | ")) |")
    }
    lines += ["", "| library | what | outcome |", "|---|---|---|"]
    for trial in trials {
      for row in trial.rows {
        switch row.outcome {
        case .works: break
        case .awkward(let why):
          lines.append("| \(trial.library) | \(row.capability) | awkward: \(why) |")
        case .differs(let why):
          lines.append("| \(trial.library) | \(row.capability) | differs: \(why) |")
        case .missing(let why):
          lines.append("| \(trial.library) | \(row.capability) | missing: \(why) |")
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}
