import FormTestSupport
import Testing

/// A Swift file with its words and declarations.
struct SwiftFile: Sendable {
  /// The path in `Sources`, which begins with the target.
  let path: String
  let text: String
  /// The words outside of comments and the text of string literals.
  let words: [SwiftWords.Word]
  /// The declarations, except for cases, subscripts and operators.
  let declarations: [Declaration]

  /// Whether a test or script writes the file.
  var isGenerated: Bool { path.contains("/Generated/") }

  private static let all: Result<[SwiftFile], any Error> = Result {
    try Repository.files(in: "Sources", ending: ".swift").map {
      SwiftFile($0, try Repository.text("Sources/\($0)"))
    }
  }

  /// Returns the files of `Sources`, which are read once.
  static func sources() throws -> [SwiftFile] { try all.get() }

  /// Returns the files of a folder of `Sources`, of which there must be some.
  static func sources(in folder: String) throws -> [SwiftFile] {
    let files = try sources().filter { $0.path.hasPrefix("\(folder)/") }
    try #require(!files.isEmpty, "Sources/\(folder) has no Swift files")
    return files
  }

  init(_ path: String, _ text: String) {
    let words = SwiftWords(text).words
    (self.path, self.text, self.words) = (path, text, words)
    declarations = words.indices.dropLast().compactMap { index in
      let (word, next) = (words[index], words[index + 1])
      let modifiers = words[max(0, index - 2)..<index].map(\.text)
      guard !word.isMember, Declaration.keywords.contains(word.text), modifiers.last != "import",
        word.text != "init" || next.depth == word.depth
      else { return nil }
      return Declaration(
        keyword: word.text, name: next.text, depth: word.depth,
        isPrivate: modifiers.contains { $0.hasSuffix("private") },
        isStatic: modifiers.contains("static"))
    }
  }

  /// A declaration.
  struct Declaration: Sendable {
    static let types: Set = ["struct", "enum", "class", "protocol", "typealias", "actor"]
    static let keywords = types.union(["extension", "func", "var", "let", "init"])

    let keyword: String
    /// The name, the name of the extended type, or the first label of an initializer.
    let name: String
    /// The number of enclosing braces.
    let depth: Int
    let isPrivate: Bool
    let isStatic: Bool

    var isType: Bool { Self.types.contains(keyword) }
  }
}
