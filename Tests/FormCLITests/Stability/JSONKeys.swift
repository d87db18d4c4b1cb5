import Foundation

/// The keys of the JSON that commands print, from their golden cases: the command, then the path of
/// a key. `[]` is an element of an array, and `*` a key that is data, such as the name of a field.
enum JSONKeys {
  static func items() throws -> Set<String> {
    var items: Set<String> = []
    for golden in GoldenCase.all {
      var command: [Substring] = []
      var format: Substring = ""
      for line in try String(contentsOf: golden.file, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("-- ") { break }
        if line.hasPrefix("$ ") {
          let words = line.split(separator: " ")
          command = Array(
            words.drop { $0 != "formrec" }.dropFirst().prefix { !$0.hasPrefix("-") })
          format = words.drop { $0 != "--format" }.dropFirst().first ?? ""
        } else if format == "json" || format == "ndjson" {
          let isError = line.hasPrefix("! ")
          let text = Data((isError ? line.dropFirst(2) : line).utf8)
          // Other lines are texts.
          guard let value = try? JSONSerialization.jsonObject(with: text) else { continue }
          add(value, at: isError ? "stderr " : "\(name(of: command)) ", to: &items)
        }
      }
    }
    return items
  }

  /// The command without its arguments: `webhook list` has two words.
  private static func name(of words: [Substring]) -> String {
    let groups: Set<Substring> = ["link", "mail", "token", "user", "webhook"]
    let isGroup = words.first.map(groups.contains) ?? false
    return words.prefix(isGroup ? 2 : 1).joined(separator: " ")
  }

  /// Objects whose keys are data.
  private static let dataKeys: Set = ["fields", "arguments", "parameters"]

  private static func add(_ value: Any, at path: String, to items: inout Set<String>) {
    switch value {
    case let object as [String: Any]:
      for (key, value) in object {
        let parent = path.split { ". []".contains($0) }.last ?? ""
        let key = dataKeys.contains(String(parent)) ? "*" : key
        let next = path.hasSuffix(" ") ? path + key : "\(path).\(key)"
        items.insert(next)
        add(value, at: next, to: &items)
      }
    case let array as [Any]:
      for element in array { add(element, at: "\(path)[]", to: &items) }
    default: break
    }
  }
}
