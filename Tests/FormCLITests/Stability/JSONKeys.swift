import Foundation

/// The keys of the JSON that commands print, from their golden cases: the command, then the path of
/// a key. `[]` is an element of an array, and `*` a key that is data, such as the name of a field.
enum JSONKeys {
  static func items() throws -> Set<String> {
    var items: Set<String> = []
    for golden in GoldenCase.all {
      let text = try String(contentsOf: golden.file, encoding: .utf8)
      for part in ("\n" + text).components(separatedBy: "\n$ ").dropFirst() {
        let lines = part.split(separator: "\n").prefix { !$0.hasPrefix("-- ") }
        let words = (lines.first ?? "").split(separator: " ")
        let format = words.drop { $0 != "--format" }.dropFirst().first
        guard format == "json" || format == "ndjson" else { continue }
        let command = words.drop { $0 != "formrec" }.dropFirst().prefix { !$0.hasPrefix("-") }
        let output = lines.dropFirst().filter { !$0.hasPrefix("! ") && !$0.hasPrefix("[exit ") }
        let errors = lines.filter { $0.hasPrefix("! ") }.map { $0.dropFirst(2) }
        for value in values(in: output) { add(value, at: "\(name(of: command)) ", to: &items) }
        for value in values(in: errors) { add(value, at: "stderr ", to: &items) }
      }
    }
    return items
  }

  /// The document that the lines are together, or those of the lines. Other lines are texts.
  private static func values(in lines: [Substring]) -> [Any] {
    func value(_ text: some StringProtocol) -> Any? {
      try? JSONSerialization.jsonObject(with: Data(text.utf8))
    }
    return value(lines.joined(separator: "\n")).map { [$0] } ?? lines.compactMap(value)
  }

  /// The command without its arguments: `webhook list` has two words.
  private static func name(of words: some Collection<Substring>) -> String {
    let groups: Set<Substring> = ["link", "token", "user", "webhook"]
    let isGroup = words.first.map(groups.contains) ?? false
    return words.prefix(isGroup ? 2 : 1).joined(separator: " ")
  }

  /// The command of an item.
  static func command(of item: String) -> String {
    name(of: item.split(separator: " ").dropLast())
  }

  /// Commands whose JSON no golden case has: the output depends on the machine, needs an
  /// interrupted import or a mail server, or lists what has random secrets.
  static let withoutCase: Set = [
    "discard", "doctor", "link list", "mail", "token add", "token list", "user list",
    "webhook list",
  ]

  /// Objects whose keys are data. Arrays with these names contain objects with keys of their own.
  private static let dataKeys: Set = [
    "accept", "arguments", "byField", "byRule", "fields", "parameters", "reject",
  ]

  private static func add(_ value: Any, at path: String, to items: inout Set<String>) {
    switch value {
    case let object as [String: Any]:
      for (key, value) in object {
        let parent = path.split { ". ".contains($0) }.last ?? ""
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
