import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// The tables that rules look things up in: the files in `Tables/` are the source, and the library
/// brings them along without their comments.
@Suite struct TableFileTests {
  private static let texts = Repository.root.appendingPathComponent(
    "Sources/FormRules/Rules/Tables/TableTexts.swift")

  /// The paragraphs of a file, as lines; comments and the blank lines between are left out.
  private func paragraphs(of file: URL) throws -> [[Substring]] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0 != "#" && !$0.hasPrefix("# ") }
      .split(separator: "").map(Array.init)
  }

  @Test func theLibraryHasTheTablesOfTheFiles() throws {
    let folder = Repository.root.appendingPathComponent("Tables")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    #expect(files.count > 4)
    var constants: [String] = []
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      let paragraphs = try paragraphs(of: file)
      #expect(1...2 ~= paragraphs.count, "\(name)")
      for (lines, suffix) in zip(paragraphs, ["", "Others"]) {
        constants.append(
          """
            static let \(name)\(suffix) = #\"""
              \(lines.joined(separator: "\n    "))
              \"""#

          """)
      }
    }
    let text = """
      /// The files in `Tables/` without their comments, written by `RECORD=1 swift test --filter
      /// TableFileTests`: do not edit. A file's second paragraph has a constant of its own.
      enum TableTexts {
      \(constants.joined(separator: "\n"))}

      """
    #expect(try Golden.difference(of: text, from: Self.texts) == nil)
  }

  /// Each file says where its content is from, and of when.
  @Test func everyFileNamesSourceAndDate() throws {
    let folder = Repository.root.appendingPathComponent("Tables")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".txt") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let comments = text.split(separator: "\n").filter { $0.hasPrefix("#") }.joined()
      #expect(comments.contains(/20[0-9]{2}|release [0-9]+/), "\(file)")
    }
  }
}
