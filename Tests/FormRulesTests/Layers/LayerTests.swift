import FormTestSupport
import Foundation
import Testing

/// The folders of FormRules are layers: each depends only on lower ones.
@Suite struct LayerTests {
  /// The lowest layer comes first. Folders of one layer do not depend on each other; `Rules/Text`
  /// contains the operations on texts and characters for other rules.
  private static let layers: [[String]] = [
    [""], ["Generated"], ["Collections", "Values"], ["Definition"], ["Messages", "Patterns"],
    ["Run"],
    ["Expression"], ["Contract"], ["Rules/Text"],
    [
      "Rules/Presence", "Rules/Records", "Rules/Comparison", "Rules/Notation", "Rules/Codes",
      "Rules/Net", "Rules/Data",
    ],
    ["Rules/Combining", "Rules/Files"], ["Registry"], ["Judging"], ["Validation"], ["Session"],
    ["Decoding"], ["Services"],
  ]

  @Test func foldersReferOnlyToEarlierFolders() throws {
    let root = Repository.root.appendingPathComponent("Sources/FormRules")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }
    let files = try paths.map { path in
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      return try #require(
        SourceFile(path, text, Self.layers), "\(path): put its folder into the list of layers")
    }
    #expect(Set(files.map(\.folder)) == Set(Self.layers.joined()))
    #expect(upwardReferences(in: files) == [])
  }

  @Test func documentedLayersAreTheTestedOnes() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("docs/architecture.md"), encoding: .utf8)
    let start = try #require(page.range(of: "## Layers of FormRules"))
    let rows = page[start.upperBound...].prefix { $0 != "#" }
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
    let documented = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
    }
    var tested: [String] = []
    for folder in Self.layers.joined() where !folder.isEmpty {
      let name = String(folder.prefix { $0 != "/" })
      if tested.last != name { tested.append(name) }
    }
    #expect(documented == tested)
  }

  @Test func upwardReferencesAreDetected() throws {
    let low = """
      struct Low { let name = "High, \\(High.shared)" }  // High
      extension Low { func act() { rise() } }
      func use(_ low: Low) { low.rise() }
      private struct Other { struct Same {}; let same: Same }
      func name(_ word: Low.Word) {}
      """
    let high = """
      enum High {}
      struct Same {}
      extension Low { func rise() {}; enum Word {} }
      """
    let files = try [("Values/Low.swift", low), ("Judging/High.swift", high)].map {
      try #require(SourceFile($0, $1, Self.layers))
    }
    #expect(
      upwardReferences(in: files) == [
        "Values/Low.swift:1: High is declared in Judging",
        "Values/Low.swift:3: rise is declared in Judging",
        "Values/Low.swift:5: Word is declared in Judging",
      ])
  }
}

/// The declarations and references of a file.
private struct SourceFile {
  let path, folder: String
  let layer: Int
  let words: [SwiftWords.Word]
  /// Types that are visible in other files.
  private(set) var types: Set<String> = []
  /// Types whose bare names are visible only in this file.
  private(set) var own: Set<String> = []
  /// The members that extensions add to types.
  private(set) var members: [(type: String, name: String)] = []

  /// Returns nil if the folder is not in the list of layers.
  init?(_ path: String, _ text: String, _ layers: [[String]]) {
    self.path = path
    // Other subfolders belong to the layer of their folder.
    let parents = path.split(separator: "/").dropLast()
    let folders = (1...max(1, parents.count)).reversed().map {
      parents.prefix($0).joined(separator: "/")
    }
    guard let folder = folders.first(where: layers.joined().contains),
      let layer = layers.firstIndex(where: { $0.contains(folder) })
    else { return nil }
    self.folder = folder
    self.layer = layer
    words = SwiftWords(text).words
    var extended = ""
    for (index, word) in words.dropLast().enumerated() where !word.isMember {
      let name = words[index + 1].text
      let isPrivate = words[max(0, index - 2)..<index].contains { $0.text.hasSuffix("private") }
      let isType = ["struct", "enum", "class", "protocol", "typealias"].contains(word.text)
      switch word.depth {
      case 0 where word.text == "extension": extended = isPrivate ? "" : name
      case 0 where isType: _ = isPrivate ? own.insert(name) : types.insert(name)
      case _ where isType: own.insert(name)
      default: break
      }
      if word.depth == 0, isType { extended = "" }
      if word.depth == 1, !isPrivate, isType || ["func", "var", "let"].contains(word.text) {
        members.append((extended, name))
      }
    }
  }
}

/// References to types, and to members of types, in layers below the declaring one:
/// `file:line: name is declared in folder`.
///
/// Types are found by name. A member counts if its name follows a dot and, in all files that
/// the file may depend on, no declaration has this name.
private func upwardReferences(in files: [SourceFile]) -> [String] {
  var homes: [String: SourceFile] = [:]
  for file in files { for type in file.types { homes[type] = file } }
  var members: [String: [SourceFile]] = [:]
  for file in files {
    for member in file.members where homes[member.type].map({ $0.layer < file.layer }) ?? false {
      members[member.name, default: []].append(file)
    }
  }
  var parameters: [String: Int] = [:]
  for file in files {
    for word in file.words where word.isGiven && !word.isMember && members[word.text] != nil {
      parameters[word.text] = min(parameters[word.text] ?? .max, file.layer)
    }
  }
  return files.flatMap { file in
    file.words.compactMap { word in
      var home: SourceFile?
      if !word.isMember, !file.own.contains(word.text) {
        home = homes[word.text]
      } else if word.isMember, parameters[word.text] ?? .max > file.layer {
        home = members[word.text]?.min { $0.layer < $1.layer }
      }
      guard let home, home.folder != file.folder, home.layer >= file.layer else { return nil }
      return "\(file.path):\(word.line): \(word.text) is declared in \(home.folder)"
    }
  }.sorted()
}
