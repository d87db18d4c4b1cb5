import FormTestSupport
import Foundation
import Testing

/// The claims of `docs/architecture.md` and the README about the structure are true.
@Suite struct ArchitecturePageTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The dependencies of each target on targets of this package.
  private static func manifest() throws -> [String: Set<String>] {
    let target = /(?:\.target|\.executableTarget)\(\s*name: "(Form\w+)"(.*?)swiftSettings/
      .dotMatchesNewlines()
    var targets: [String: Set<String>] = [:]
    for match in try text("Package.swift").matches(of: target)
    where !match.2.contains("path: \"Tests") {
      targets[String(match.1)] = Set(match.2.matches(of: /"(Form\w+)"/).map { String($0.1) })
    }
    return targets
  }

  @Test func documentedTargetsMatchTheManifest() throws {
    let row = /(?m)^\| (Form\w+) \|([^|]*)\|/
    var listed: [String: Set<String>] = [:]
    var known: Set<String> = []
    for match in try Self.text("docs/architecture.md").matches(of: row) {
      let dependencies = Set(match.2.matches(of: /Form\w+/).map { String($0.0) })
      #expect(dependencies.isSubset(of: known), "\(match.1) depends on targets below it")
      known.insert(String(match.1))
      listed[String(match.1)] = dependencies
    }
    #expect(listed == (try Self.manifest()))
  }

  @Test func everyTargetIsInTheReadme() throws {
    let text = try Self.text("README.md")
    for target in try Self.manifest().keys {
      #expect(text.contains("Sources/\(target)/"), "\(target)")
    }
  }

  /// The types that `docs/architecture.md` mentions exist.
  @Test func documentedTypesAndFilesExist() throws {
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let keywords = Set(
      ["struct", "class", "enum", "protocol", "typealias", "actor"].map { Array($0.utf8) })
    var declared: Set<[UInt8]> = []
    for file in files ?? [] where file.hasSuffix(".swift") {
      let text = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
      var isAfterKeyword = false
      for word in text.split(whereSeparator: { $0 <= UInt8(ascii: "/") }) {
        if isAfterKeyword {
          declared.insert(Array(word.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "<") }))
        }
        isAfterKeyword = word.count < 10 && keywords.contains(Array(word))
      }
    }
    let page = try Self.text("docs/architecture.md")
    let flows = try #require(page.firstRange(of: "## Data flows"))
    for match in page[flows.upperBound...].matches(of: /`([A-Z]\w+)[.`(]/) {
      let name = String(match.1)
      guard name.contains(where: \.isLowercase) else { continue }
      #expect(declared.contains(Array(name.utf8)), "\(name)")
    }
  }

  /// The folders of the parts that can be removed exist, and each file contains the uses listed for it.
  @Test func removablePartsMatchTheSources() throws {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: Repository.root.appendingPathComponent("Sources").path)
    let page = try Self.text("docs/architecture.md")
    let start = try #require(page.range(of: "## Parts that can be removed"))
    let end = try #require(page.range(of: "## Data flows"))
    let rows = page[start.upperBound..<end.lowerBound].split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 8)
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      for match in cells[2].matches(of: /`([^`]+)`/) {
        let path = String(match.1)
        let url = Repository.root.appendingPathComponent(path)
        #expect(paths.contains(path) || FileManager.default.fileExists(atPath: url.path), "\(path)")
      }
      // Such as: `a` and `b` in `C.swift` and `D.swift`
      for use in cells[3].split(separator: ";") where use.contains(".swift`") {
        let names = use.matches(of: /`([^`]+)`/).map { String($0.1) }
        for file in names where file.hasSuffix(".swift") {
          let path = try #require(
            paths.first { $0.hasSuffix("/\(file)") }, "there is no file \(file)")
          let text = try Self.text("Sources/\(path)")
          for name in names where !name.hasSuffix(".swift") {
            #expect(text.contains(name), "\(file) does not contain \(name)")
          }
        }
      }
    }
  }
}
