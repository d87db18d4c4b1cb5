/// The words of a language for the field next to which a message stands, such as "this field".
///
/// formrec's own messages name a field in few ways, such as `Le champ {label}` and
/// `au champ {label}` in French. A catalogue lists them under `this.`, with their replacements.
/// These are capitalized if they can begin a message.
struct FieldWords: Sendable {
  static let english = FieldWords(MessageCatalogue.english)

  /// The prefix of the keys in catalogues.
  static let key = "this."

  /// What names the field in a template, the longest first, and the words that replace it.
  private let replacements: [(name: String, words: String)]

  /// - Parameter texts: The texts of a catalogue by key.
  init(_ texts: [String: String]) {
    replacements = texts.filter { $0.key.hasPrefix(Self.key) }
      .map { (String($0.key.dropFirst(Self.key.count)), $0.value) }
      .sorted { ($1.name.utf8.count, $0.name) < ($0.name.utf8.count, $1.name) }
  }

  /// A template without the field's label.
  func replacingLabel(in template: String) -> String {
    replacements.reduce(template) { text, replacement in
      let (name, words) = replacement
      let isFirst = text.hasPrefix(name)
      let rest = isFirst ? text.dropFirst(name.count) : text[...]
      let inside = words.prefix(1).lowercased() + words.dropFirst()
      return (isFirst ? words : "") + rest.replacing(name, with: inside)
    }
  }
}
