import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// The tables that rules look things up in: the files in `Tables/` are the source, and the library
/// brings them along without their comments.
@Suite struct TableFileTests {
  /// Where each file's content stands: a Swift file beside the rules that look it up.
  private static let texts = [
    "Codes/CodeTexts": ["cards", "iban", "postcodes", "vat"], "Files/MediaTexts": ["media"],
    "Text/AlphabetTexts": ["alphabets"],
  ]

  /// The paragraphs of a file, as lines; comments and the blank lines between are left out.
  private func paragraphs(of file: URL) throws -> [[Substring]] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0 != "#" && !$0.hasPrefix("# ") }
      .split(separator: "").map(Array.init)
  }

  @Test func theLibraryHasTheTablesOfTheFiles() throws {
    let folder = Repository.root.appendingPathComponent("Tables")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }
    #expect(files.sorted() == Self.texts.values.joined().map { $0 + ".txt" }.sorted())
    for (path, names) in Self.texts {
      let swift = Repository.root.appendingPathComponent("Sources/FormRules/Rules/\(path).swift")
      let text = try text(of: names, in: folder, called: swift)
      #expect(try Golden.difference(of: text, from: swift) == nil)
    }
  }

  private func text(of names: [String], in folder: URL, called swift: URL) throws -> String {
    var constants: [String] = []
    for name in names {
      let paragraphs = try paragraphs(of: folder.appendingPathComponent("\(name).txt"))
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
    return """
      /// Files of `Tables/` without their comments, written by `RECORD=1 swift test --filter
      /// TableFileTests`: do not edit. A file's second paragraph has a constant of its own. As long as
      /// those files are.
      enum \(swift.deletingPathExtension().lastPathComponent) {
      \(constants.joined(separator: "\n"))}

      """
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
