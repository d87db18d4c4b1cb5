import FormTestSupport
import Foundation
import Testing

/// The code in the guides is compiled and run: every block of Swift is in one of the files
/// of this folder, except for the layout. Blocks of other libraries begin with "swift before".
@Suite struct GuideTests {
  private static let guides: [URL] = {
    let folder = Repository.root.appendingPathComponent("docs/guides")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []) + [Repository.root.appendingPathComponent("README.md")]
  }()

  /// The blocks between fences with an info string.
  private func blocks(_ text: String, fence: String) -> [String] {
    text.components(separatedBy: "\n```\(fence)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// The code without white space and imports, which are at the start of a test file.
  private func withoutLayout(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("import ") }.joined()
      .filter { !$0.isWhitespace }
  }

  /// The page on the library is tested by the outside package.
  @Test func everyBlockOfTheLibraryPageIsTested() throws {
    let page = Repository.root.appendingPathComponent("docs/library.md")
    let folder = Repository.root.appendingPathComponent("Tests")
    let files = [
      "outside/Tests/OutsideTests/LibraryGuideTests",
      "outside/Tests/OutsideTests/PreparationTests",
      // `Tests/outside/run` copies these.
      "FormModelsTests/Validation/TypedAPITests", "FormModelsTests/Decoding/DecodingTests",
    ]
    let code = try files.map {
      withoutLayout(
        try String(contentsOf: folder.appendingPathComponent("\($0).swift"), encoding: .utf8))
    }.joined()
    let blocks = blocks(try String(contentsOf: page, encoding: .utf8), fence: "swift")
    #expect(blocks.count > 5)
    for block in blocks {
      // Types are outside of the function.
      for part in block.components(separatedBy: "\n}\n") {
        #expect(code.contains(withoutLayout(part)), "no test has:\n\(part)")
      }
    }
  }

  /// The code in the DocC catalogues is tested as well; each tutorial has a test.
  @Test func everyBlockOfTheCataloguesIsTested() throws {
    let outside = Repository.root.appendingPathComponent("Tests/outside/Tests")
    let code = try ["OutsideTests/TutorialTests.swift", "RemoteTests/HTTPRemoteTests.swift"].map {
      withoutLayout(
        try String(contentsOf: outside.appendingPathComponent($0), encoding: .utf8))
    }
    for product in ["FormModels", "FormDefinitions", "FormRecorder", "FormRemote"] {
      let catalogue = Repository.root.appendingPathComponent("Sources/\(product)/\(product).docc")
      let pages = try FileManager.default.contentsOfDirectory(
        at: catalogue, includingPropertiesForKeys: nil)
      #expect(pages.count > 1, "\(product) has no tutorial")
      for page in pages {
        let blocks = blocks(try String(contentsOf: page, encoding: .utf8), fence: "swift")
        #expect(!blocks.isEmpty)
        for block in blocks {
          #expect(
            code.contains { $0.contains(withoutLayout(block)) },
            "\(page.lastPathComponent) shows code that no test has:\n\(block)")
        }
      }
    }
  }

  @Test func thereAreGuides() {
    #expect(Self.guides.count > 4)
  }

  @Test(arguments: guides)
  func everyBlockIsTested(_ guide: URL) throws {
    let folder = Repository.root.appendingPathComponent("Tests/FormDefinitionsTests/Guides")
    let tests = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }
      .map { withoutLayout(try String(contentsOf: $0, encoding: .utf8)) }
    let blocks = blocks(try String(contentsOf: guide, encoding: .utf8), fence: "swift")
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(
        tests.contains { $0.contains(withoutLayout(block)) },
        "\(guide.lastPathComponent) shows code that no test in this folder has:\n\(block)")
    }
  }
}

/// Replaces `print`, so that the guides' code does not write to the output of the tests.
func print(_ items: Any...) {}
