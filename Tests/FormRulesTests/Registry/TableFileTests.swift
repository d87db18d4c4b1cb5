import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// The tables in which rules look up codes and letters. The files in `Tables/` are the source; the
/// library contains them without their comments.
@Suite struct TableFileTests {
  /// The paragraphs of a file as lines, without comments and blank lines.
  private func paragraphs(of file: URL) throws -> [[Substring]] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0 != "#" && !$0.hasPrefix("# ") }
      .split(separator: "").map(Array.init)
  }

  @Test func tablesMatchTheirFiles() throws {
    let folder = Repository.root.appendingPathComponent("Tables")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }
    var constants: [String] = []
    for file in files.sorted() {
      let name = file.dropLast(".txt".count)
      let paragraphs = try paragraphs(of: folder.appendingPathComponent(file))
      #expect(1...2 ~= paragraphs.count, "\(name)")
      for (lines, suffix) in zip(paragraphs, ["", "Others"]) {
        constants.append(
          GeneratedSource.constant(
            "static let \(name)\(suffix)", lines.joined(separator: "\n")))
      }
    }
    let text = """
      /// The files of `Tables/` without their comments. The second paragraph of a file is a
      /// separate constant.
      enum TableTexts {
      \(constants.joined(separator: "\n"))}

      """
    #expect(
      try GeneratedSource("FormRules", "TableTexts", by: Self.self).difference(of: text) == nil)
  }

  /// Each file states the source and date of its content.
  @Test func everyTableFileStatesSourceAndDate() throws {
    let folder = Repository.root.appendingPathComponent("Tables")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".txt") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let comments = text.split(separator: "\n").filter { $0.hasPrefix("#") }.joined()
      #expect(comments.contains(/20[0-9]{2}|release [0-9]+/), "\(file)")
    }
  }
}
