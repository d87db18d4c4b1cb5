import FormTestSupport
import Foundation
import Testing

/// The names and paths in the pages for contributors exist: types are declared in the Swift
/// sources, other names occur in code, and paths are files or folders.
@Suite struct DocumentedNameTests {
  private static let pages: [String] = {
    let folders = ["docs/architecture", "docs/decisions"].flatMap { folder in
      let path = Repository.root.appendingPathComponent(folder).path
      let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return files.map { "\(folder)/\($0)" }.sorted()
    }
    return ["CONTRIBUTING.md", "Tests/README.md", "docs/architecture.md", "docs/releasing.md"]
      + folders
  }()

  /// Types of Swift, of Foundation and of swift-argument-parser, modules of the system, and traits
  /// and features of the manifest.
  private static let otherTypes: Set = [
    "Calendar", "Decimal", "Dictionary", "DispatchQueue", "Escapable", "Flag", "Int", "JSONDecoder",
    "Lifetimes",
    "NSRegularExpression", "Option", "Regex", "Remote", "Server", "Set", "Span", "String", "Thread",
    "UInt8", "UnsafeBufferPointer",
  ]

  /// An option of DuckDB, a setting of SQLite, the form of a tag, and a file that builds create.
  private static let otherNames: Set = [
    "NORMAL", "Package.resolved", "TIMESTAMPFORMAT", "vMAJOR.MINOR.PATCH",
  ]

  @Test func documentedNamesExist() throws {
    let names = try RepositoryNames()
    var unused = Self.otherTypes.union(Self.otherNames)
    var checked = 0
    for page in Self.pages {
      for word in Self.words(inCodeOf: try Repository.text(page)) {
        checked += 1
        guard unused.remove(word) == nil, !Self.otherNames.contains(word) else { continue }
        if word.contains("/") || word.contains(/^[\w+.-]+\.(?:swift|txt|json|yaml|sql|md|py)$/) {
          #expect(names.hasPath(word), "\(page): there is no file or folder '\(word)'")
        } else if !names.hasPath("\(word).swift") {
          for name in word.matches(of: /[^\W\d]\w*/).map({ String($0.0) }) {
            unused.remove(name)
            let isType = name.first?.isUppercase == true && name.contains(where: \.isLowercase)
            let exists =
              isType
              ? names.types.contains(name) || Self.otherTypes.contains(name)
              : names.words.contains(name)
            #expect(
              exists || names.hasPath(name), "\(page): '\(name)' of '\(word)' does not exist")
          }
        }
      }
    }
    #expect(checked > 500)
    #expect(unused == [], "exceptions that no page needs")
  }

  /// The words between backticks, outside of code blocks. Options, absolute paths, other folders
  /// and escapes are not names of this repository.
  private static func words(inCodeOf text: String) -> [String] {
    text.replacing(/(?s)```.*?```/, with: "").matches(of: /`([^`]+)`/)
      .flatMap { $0.1.split(separator: " ") }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ",;:")) }
      .map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
      .filter { word in !["/", "..", "-", #"\"#].contains { word.hasPrefix($0) } }
  }
}

/// The names that files of this repository define or use.
private struct RepositoryNames {
  /// The words of code, outside of the comment lines of Swift.
  private(set) var words: Set<String> = []
  /// The types that Swift files declare.
  private(set) var types: Set<String> = []
  /// The paths of files and folders, and their ends: `a/b.txt` and `b.txt`.
  private var paths: Set<String> = []

  private static let typeKeywords: Set = [
    "struct", "class", "enum", "protocol", "typealias", "actor",
  ]

  init() throws {
    let files = FileManager.default.enumerator(atPath: Repository.root.path)
    while let path = files?.nextObject() as? String {
      let components = path.split(separator: "/")
      guard let name = components.last, ![".build", ".git", "__pycache__"].contains(name) else {
        files?.skipDescendants()
        continue
      }
      for start in components.indices {
        paths.insert(components[start...].joined(separator: "/"))
      }
      if name.hasSuffix(".swift") {
        // The exceptions are no uses.
        guard name != "DocumentedNameTests.swift" else { continue }
        try add(path, isSwift: true)
      } else if name.hasSuffix(".py") || name.hasSuffix(".sql") || name == "run"
        || path.hasPrefix("scripts/")
      {
        try add(path, isSwift: false)
      }
    }
  }

  private mutating func add(_ path: String, isSwift: Bool) throws {
    let url = Repository.root.appendingPathComponent(path)
    guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else {
      return
    }
    for line in try [UInt8](Data(contentsOf: url)).split(separator: UInt8(ascii: "\n")) {
      if isSwift, line.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "//".utf8) { continue }
      var isAfterKeyword = false
      for word in line.split(whereSeparator: { !Self.isWordByte($0) }) {
        let name = String(decoding: word, as: UTF8.self)
        if isAfterKeyword { types.insert(name) }
        isAfterKeyword = isSwift && Self.typeKeywords.contains(name)
        words.insert(name)
      }
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a file or folder has a path that ends so. `KIND`, `Name` and the like stand for any
  /// text.
  func hasPath(_ path: String) -> Bool {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    if paths.contains(path) { return true }
    let placeholder = /KIND|TOPIC|NAME|LIBRARY|LANGUAGE|NNNN|Name|Verb|verb|subject|…/
    guard path.contains(placeholder) else { return false }
    let pattern = NSRegularExpression.escapedPattern(for: path)
      .replacing(placeholder, with: "[^/]*").replacing(#"\/"#, with: "/")
    guard let regex = try? Regex(pattern) else { return false }
    return paths.contains { $0.wholeMatch(of: regex) != nil }
  }
}
