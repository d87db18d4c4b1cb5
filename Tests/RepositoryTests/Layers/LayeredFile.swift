/// The declarations and references of a file.
struct LayeredFile {
  let path, folder: String
  let layer: Int
  let words: [SwiftWords.Word]
  /// Types and global functions that are visible in other files.
  private(set) var types: Set<String> = []
  /// Types and functions whose bare names are visible only in this file.
  private(set) var own: Set<String> = []
  /// The members that extensions add to types. An initializer whose first argument
  /// has a label has the name `Type(label`.
  private(set) var members: [(type: String, name: String, isStatic: Bool)] = []

  /// Returns nil if the folder is not in the list of layers.
  init?(_ file: SwiftFile, _ layers: [[String]]) {
    (path, words) = (file.path, file.words)
    // Other subfolders belong to the layer of their folder.
    let parents = path.split(separator: "/").dropFirst().dropLast()
    let folders = (1...max(1, parents.count)).reversed().map {
      parents.prefix($0).joined(separator: "/")
    }
    guard let folder = folders.first(where: layers.joined().contains),
      let layer = layers.firstIndex(where: { $0.contains(folder) })
    else { return nil }
    self.folder = folder
    self.layer = layer
    var extended = ""
    for declaration in file.declarations {
      let (keyword, name) = (declaration.keyword, declaration.name)
      let (isPrivate, isType) = (declaration.isPrivate, declaration.isType)
      switch declaration.depth {
      case 0 where keyword == "extension": extended = isPrivate ? "" : name
      case 0 where isType || keyword == "func":
        _ = isPrivate ? own.insert(name) : types.insert(name)
        if isType { extended = "" }
      case 1 where !isPrivate && keyword == "init":
        if name != "_" { members.append((extended, "\(extended)(\(name)", true)) }
      case let depth:
        if isType { own.insert(name) }
        if depth == 1, !isPrivate, keyword != "extension" {
          members.append((extended, name, isType || declaration.isStatic))
        }
      }
    }
  }
}

/// References to types, and to members of types, in layers below the declaring one:
/// `file:line: name is declared in folder`.
///
/// Types are found by name. A member counts if its name follows a dot and, in all files that
/// the file may depend on, no declaration has this name. After a dot without a value, only static
/// members and types count. Members of types of other modules count unless the name is common. An
/// initializer counts if its first label follows the name of the type.
func upwardReferences(in files: [LayeredFile]) -> [String] {
  var homes: [String: LayeredFile] = [:]
  for file in files { for type in file.types { homes[type] = file } }
  var members: [String: [(file: LayeredFile, isStatic: Bool)]] = [:]
  for file in files {
    for member in file.members
    where !namesOfOthers.contains(member.name)
      && (homes[member.type].map { $0.layer < file.layer }
        ?? !(member.type.isEmpty || commonNames.contains(member.name)))
    {
      members[member.name, default: []].append((file, member.isStatic))
    }
  }
  var parameters: [String: Int] = [:]
  for file in files {
    for word in file.words where word.isGiven && !word.isMember && members[word.text] != nil {
      parameters[word.text] = min(parameters[word.text] ?? .max, file.layer)
    }
  }
  return files.flatMap { file in
    file.words.enumerated().compactMap { index, word in
      var home: LayeredFile?
      let before = file.words[max(0, index - 1)].text
      if word.isGiven, let initializers = members["\(before)(\(word.text)"] {
        home = initializers.map(\.file).min { $0.layer < $1.layer }
      } else if !word.isMember, !file.own.contains(word.text) {
        home = homes[word.text]
      } else if word.isMember, parameters[word.text] ?? .max > file.layer {
        home = members[word.text]?.filter { $0.isStatic || !word.isImplicit }
          .map(\.file).min { $0.layer < $1.layer }
      }
      guard let home, home.folder != file.folder, home.layer >= file.layer else { return nil }
      return "\(file.path):\(word.line): \(word.text) is declared in \(home.folder)"
    }
  }.sorted()
}

/// The names of members that types of the standard library, of GRDB or of several targets have.
private let commonNames: Set = [
  "add", "drop", "execute", "isSame", "joined", "message", "replay", "required", "reversed",
  "rules", "value",
]

/// The names of members that types of FormHashing and a `Recorder` have, too.
private let namesOfOthers: Set = ["history", "parts", "remove", "size"]
