import FormTestSupport
import Foundation

/// The names in `__all__` of the Python modules: functions with their parameters, and classes with
/// their public methods and attributes; also the fixtures of pytest.
enum PythonNames {
  static func items() throws -> Set<String> {
    let folder = Repository.root.appendingPathComponent("integrations/python/formrec")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".py") }
    let sources = try files.sorted().map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
    let found = sources.flatMap { definitions(in: $0) }
    var items: Set<String> = []
    for (file, module) in [("__init__.py", "formrec"), ("spark/__init__.py", "formrec.spark")] {
      let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      guard let list = source.firstMatch(of: /(?s)__all__ = \[(.*?)\]/) else { continue }
      for name in list.1.matches(of: /"(\w+)"/).map({ String($0.1) }) {
        items.insert("\(module).\(name)")
        for lines in found where definedName(lines[0]) == name {
          items.formUnion(members(of: lines, at: "\(module).\(name)"))
        }
      }
    }
    for source in sources {
      for match in source.matches(of: /@pytest\.fixture[^\n]*\ndef (\w+)/) {
        items.insert("fixture \(match.1)")
      }
    }
    return items
  }

  /// The functions and classes at top level, as lines.
  private static func definitions(in source: String) -> [[Substring]] {
    var definitions: [[Substring]] = []
    var isInside = false
    for line in source.split(separator: "\n") {
      if line.first != " ", line.first != ")" {
        isInside = definedName(line) != nil
        if isInside { definitions.append([]) }
      }
      if isInside { definitions[definitions.count - 1].append(line) }
    }
    return definitions
  }

  private static func definedName(_ line: Substring) -> String? {
    line.prefixMatch(of: /(?:def|class) (\w+)/).map { String($0.1) }
  }

  private static func members(of lines: [Substring], at name: String) -> Set<String> {
    let text = lines.joined(separator: "\n")
    if lines[0].hasPrefix("def ") { return parameters(of: text[...], at: name) }
    var items: Set<String> = []
    // Attributes of data classes, and those that a constructor sets.
    for match in text.matches(of: #/(?m)^(?:    |        self\.)([a-z]\w*): /#) {
      items.insert("\(name).\(match.1)")
    }
    for match in text.matches(of: #/(?m)^        self\.([a-z]\w*) = /#) {
      items.insert("\(name).\(match.1)")
    }
    for match in text.matches(of: #/(?m)^    def (__init__|[a-z]\w*)(?=\()/#) {
      items.insert("\(name).\(match.1)")
      items.formUnion(parameters(of: text[match.range.upperBound...], at: "\(name).\(match.1)"))
    }
    return items
  }

  /// The parameters in the first parentheses, which contain no other ones.
  private static func parameters(of text: Substring, at name: String) -> Set<String> {
    let list = text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    var depth = 0
    let flat = list.filter { character in
      if character == "[" { depth += 1 }
      defer { if character == "]" { depth -= 1 } }
      return depth == 0
    }
    return Set(
      flat.split(separator: ",").compactMap { parameter in
        parameter.firstMatch(of: /^\s*(\*{0,2}[a-z]\w*)/).map { "\(name)(\($0.1))" }
      }.filter { !$0.hasSuffix("(self)") && !$0.hasSuffix("(cls)") })
  }
}
