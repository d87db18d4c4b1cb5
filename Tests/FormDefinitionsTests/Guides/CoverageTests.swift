import FormTestSupport
import Foundation
import Testing

/// `docs/coverage.md` lists the features of the four libraries, with formrec's equivalent and its
/// test.
@Suite struct CoverageTests {
  /// The cells of the tables' rows.
  private func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| capability |") }
      .map { line in
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  private func table() throws -> [[String]] {
    // The outside package checks the section on its trial.
    rows(try text("docs/coverage.md").components(separatedBy: "\n## Trial")[0])
  }

  @Test func everyTestExists() throws {
    let folder = Repository.root.appendingPathComponent("Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let sources = try paths.filter { $0.hasSuffix("Tests.swift") && !$0.contains(".build") }
      .map { try Data(contentsOf: folder.appendingPathComponent($0)) }
    for row in try table() where !row[2].hasPrefix("missing") {
      let names = row[3].trimmingCharacters(in: ["`"]).split(separator: ".")
      let found =
        names.count == 2
        && sources.contains {
          $0.contains(bytes: Data("struct \(names[0]) ".utf8))
            && $0.contains(bytes: Data("func \(names[1])(".utf8))
        }
      #expect(found, "\(row[0]): there is no test \(row[3])")
    }
  }

  @Test func onlyViewsAreMissing() throws {
    for row in try table() where row[2].hasPrefix("missing") {
      #expect(row[2].hasPrefix("missing: UIKit"), "\(row[0])")
    }
  }

  /// Section 6 of the inventory of the four libraries.
  @Test(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
  func inventoryIsComplete() throws {
    let text = try String(contentsOf: Repository.shared("seeds.md"), encoding: .utf8)
    let start = try #require(text.range(of: "### 6.1 Values"))
    let end = try #require(text.range(of: "\n## 7"))
    let wanted = rows(String(text[start.lowerBound..<end.lowerBound])).map { $0[0] }
      .filter { $0 != "feature" }
    #expect(wanted.count > 50)
    let have = Set(try table().map { $0[0] })
    for row in wanted { #expect(have.contains(row), "\(row)") }
  }

  /// Each row of the section on interaction is the name of a test in the outside package.
  @Test func interactionRowsReferToTests() throws {
    let tests = try text("Tests/outside/Tests/OutsideTests/InteractionTests.swift")
    let rows = try table().filter { $0[3].hasPrefix("`InteractionTests.") }
    #expect(rows.count == 10)
    for row in rows { #expect(tests.contains("\"\(row[0])\""), "\(row[0])") }
  }
}
