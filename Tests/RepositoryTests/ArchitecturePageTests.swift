import FormTestSupport
import Foundation
import Testing

/// The claims of `docs/architecture.md`, the page on removable parts and the README about the
/// structure are true.
@Suite struct ArchitecturePageTests {
  /// The modules of this package that each Swift target declares as dependencies, by its folder.
  private static func manifest() throws -> [String: Set<String>] {
    let target = /[tT]arget\(\s*name: "((?!C[A-Z])\w+)"(.*?)swiftSettings/.dotMatchesNewlines()
    var targets: [String: Set<String>] = [:]
    for match in try Repository.text("Package.swift").matches(of: target) {
      let path = match.2.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
      let folder = path ?? "\(match.1.hasSuffix("Tests") ? "Tests" : "Sources")/\(match.1)"
      targets[folder] = Set(match.2.matches(of: /"((?:Form|C[A-Z])\w+)"/).map { String($0.1) })
    }
    return targets
  }

  @Test func documentedTargetsMatchTheManifest() throws {
    let row = /(?m)^\| (Form\w+) \|([^|]*)\|/
    var listed: [String: Set<String>] = [:]
    var known: Set<String> = []
    for match in try Repository.text("docs/architecture.md").matches(of: row) {
      let dependencies = Set(match.2.matches(of: /Form\w+/).map { String($0.0) })
      #expect(dependencies.isSubset(of: known), "\(match.1) depends on targets below it")
      known.insert(String(match.1))
      listed["Sources/\(match.1)"] = dependencies
    }
    let declared = try Self.manifest().filter { $0.key.hasPrefix("Sources/Form") }
    #expect(listed == declared.mapValues { $0.filter { $0.hasPrefix("Form") } })
  }

  @Test func targetsDeclareTheModulesThatTheyImport() throws {
    let statement = /\s*(?:@?\w+ )*import (?:\w+ )?((?:Form|C[A-Z])\w+)(?:\.\w+)?/
    for (folder, dependencies) in try Self.manifest() {
      var imported: Set<String> = []
      for path in try Repository.files(in: folder, ending: ".swift") {
        for line in try Repository.text("\(folder)/\(path)").components(separatedBy: "\n") {
          guard let match = line.wholeMatch(of: statement) else { continue }
          imported.insert(String(match.1))
        }
      }
      #expect(imported == dependencies, "\(folder)")
      #expect(!dependencies.contains { $0.hasSuffix("Tests") }, "\(folder) needs a test target")
    }
  }

  @Test func documentedUsersOfTheStoreOpenWhatTheTableStates() throws {
    let page = try Repository.text("docs/architecture.md")
    let start = try #require(page.range(of: "## Users of the store\n"))
    var listed: [String: Set<String>] = [:]
    for row in page[start.upperBound...].prefix(while: { $0 != "#" })
      .matches(of: /(?m)^\| `(Form\w+)` \|([^|]*)\|/)
    {
      listed["Sources/\(row.1)"] = Set(row.2.matches(of: /\w+/).map { String($0.0) })
    }
    let opening = /\b((?:Writable)?Store)\(/.wordBoundaryKind(.simple)
    var found: [String: Set<String>] = [:]
    for (folder, dependencies) in try Self.manifest()
    where folder.hasPrefix("Sources/") && dependencies.contains("FormStore") {
      found[folder] = []
      for file in try SwiftFile.sources(in: String(folder.dropFirst("Sources/".count))) {
        for line in file.text.components(separatedBy: "\n")
        where line.contains("Store(") && !line.drop(while: { $0 == " " }).hasPrefix("//") {
          for match in line.matches(of: opening) { found[folder]?.insert(String(match.1)) }
        }
      }
    }
    #expect(listed == found)
  }

  @Test func everyTargetIsInTheReadme() throws {
    let text = try Repository.text("README.md")
    for folder in try Self.manifest().keys where folder.hasPrefix("Sources/Form") {
      #expect(text.contains("\(folder)/"), "\(folder)")
    }
  }

  @Test func operationsOfTheRecorderAreInFilesNamedAfterThem() throws {
    for file in try SwiftFile.sources() {
      let isExtension = file.declarations.contains {
        $0.keyword == "extension" && $0.name == "Recorder"
      }
      if isExtension { #expect(file.path.contains("/Recorder+"), "\(file.path)") }
    }
  }

  /// The page of the catalogue about the recorder has each operation under a topic.
  @Test func operationsOfTheRecorderAreInTheCatalogue() throws {
    let page = try Repository.text("Sources/FormRecorder/FormRecorder.docc/Recorder.md")
    let listed = page.matches(of: /(?m)^- ``([^`-]+)/).map { String($0.1) }
    let declared = try Repository.text("fixtures/stable/swift.txt")
      .matches(of: /(?m)^FormRecorder Recorder\.(.+)$/).map { String($0.1) }
    #expect(Set(listed).symmetricDifference(declared) == [])
  }

  /// The folders of the parts that can be removed exist. Each file that is listed for a part
  /// contains the listed names, and every other file that uses a type of the part, or a property of
  /// its own type that has one, is listed.
  @Test func removablePartsMatchTheSources() throws {
    let files = try SwiftFile.sources()
    let sources = Dictionary(uniqueKeysWithValues: files.map { ($0.path, SourceFile($0)) })
    let declarations = sources.values.flatMap(\.declared).reduce(into: [:]) {
      $0[$1, default: 0] += 1
    }
    // An import of FormRecorder is also one of FormQueries.
    let exporters = sources.reduce(into: [String: [String]]()) { exporters, source in
      guard source.value.words.contains("_exported") else { return }
      for target in source.value.words where target.hasPrefix("Form") {
        exporters[target, default: []].append(String(source.key.prefix { $0 != "/" }))
      }
    }
    let rows = try Repository.text("docs/architecture/removable-parts.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 8)
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      let folders = cells[2].matches(of: /`([^`]+)`/).map { String($0.1) }
      for folder in folders {
        let urls = [folder, "Sources/\(folder)"].map(Repository.root.appendingPathComponent)
        #expect(urls.contains { FileManager.default.fileExists(atPath: $0.path) }, "\(folder)")
      }
      let part = sources.filter { file in
        folders.contains { file.key == $0 || file.key.hasPrefix("\($0)/") }
      }

      // Such as: `a` and `b` in `C.swift` and `D.swift`
      var listed = Set(part.keys)
      for use in cells[3].split(separator: ";") {
        let names = use.matches(of: /`([^`]+)`/).map { String($0.1) }
        for file in names where file.hasSuffix(".swift") && file != "Package.swift" {
          let path = try #require(
            sources.keys.first { "/\($0)".hasSuffix("/\(file)") }, "there is no file \(file)")
          #expect(part[path] == nil, "\(file) belongs to the part")
          listed.insert(path)
          for name in names where !name.hasSuffix(".swift") {
            #expect(try Repository.text("Sources/\(path)").contains(name), "\(file) has no \(name)")
          }
        }
      }
      let types = Dictionary(grouping: part) { String($0.key.prefix { $0 != "/" }) }.mapValues {
        $0.flatMap(\.value.topLevel).filter { declarations[$0] == 1 }
      }
      for (user, use) in sources where !listed.contains(user) {
        for (target, types) in types
        where user.hasPrefix("\(target)/")
          || !use.words.isDisjoint(with: [target] + exporters[target, default: []])
        {
          #expect(
            use.words.isDisjoint(with: types), "\(user) is not listed for the part \(cells[1])")
        }
      }

      // Other files of a type use its properties that have a type of the part.
      let partTypes = Set(types.values.joined())
      for file in listed.subtracting(part.keys) {
        for property in try Repository.text("Sources/\(file)")
          .matches(of: /\b(?:let|var) (\w+)(?:: | = )(\w+)/)
        where partTypes.contains(String(property.2)) {
          for (user, use) in sources
          where user.hasPrefix("\(file.dropLast(".swift".count))+") && !listed.contains(user) {
            #expect(
              !use.words.contains(String(property.1)),
              "\(user) uses \(property.1), and is not listed for the part \(cells[1])")
          }
        }
      }
    }
  }

  /// In each flow, the first mention of a type names its file, unless the file has its name.
  @Test func flowsNameTheFilesOfTypes() throws {
    var files: [String: Set<String>] = [:]
    for source in try SwiftFile.sources() {
      let file = (source.path.split(separator: "/").last ?? "").dropLast(".swift".count)
      for type in source.declarations where type.isType {
        files[type.name, default: []].insert(String(file))
      }
    }
    // Such as: `Type`, `Type.member`, **`Type`** (`File`), `Type` (Target, `File`)
    let mention = /`([A-Z]\w*)([^`]*)`s?(?:\*\*)?(?: \((?:\w+, )?`([^`]+)`\))?/
    let page = try Repository.text("docs/architecture/data-flows.md")
    var checked = 0
    for flow in page.split(separator: /(?m)^##\s/).dropFirst() {
      var seen: Set<String> = []
      for match in flow.matches(of: mention) {
        let type = String(match.1)
        guard let declaring = files[type], seen.insert(type).inserted else { continue }
        checked += 1
        let file = match.3.map { String($0) } ?? type
        // An extension may declare the member.
        let isExtension = match.2.hasPrefix(".") && file.hasPrefix("\(type)+")
        #expect(
          declaring.contains(file) || isExtension,
          "\(flow.prefix(30)): \(type) is in \(declaring.sorted())")
      }
    }
    #expect(checked > 200)
  }

  private struct SourceFile {
    let words: Set<String>
    /// The names of all types that the file declares.
    let declared: [String]
    /// The names of those at top level that other files can use.
    let topLevel: [String]

    init(_ file: SwiftFile) {
      words = Set(file.words.map(\.text))
      let types = file.declarations.filter(\.isType)
      declared = types.map(\.name)
      topLevel = types.filter { $0.depth == 0 && !$0.isPrivate }.map(\.name)
    }
  }
}
