import FormBytes
import FormRules

/// Names for the form and the fields of a draft, and their spelling in conditions.
package enum DraftNames {
  /// Derives a field name from each column header.
  ///
  /// - Returns: The field names; the headers that differ from their field names; and whether
  ///   columns can be matched by header.
  static func fields(_ headers: [String]) -> (names: [String], headers: [String?], byName: Bool) {
    var used: Set<String> = []
    var byName = true
    let names = headers.enumerated().map { index, header in
      var name = header.replacing("..", with: "_").filter { !"{}\n\r\t".contains($0) }
      while name.utf8.count > 100 { name.removeLast() }
      if Field.headerKey(name).isEmpty || DefinitionNames.problem(ofField: name) != nil {
        name = "column_\(index + 1)"
      }
      var (candidate, number) = (name, 2)
      while !used.insert(Field.headerKey(candidate)).inserted {
        candidate = "\(name)_\(number)"
        number += 1
      }
      return candidate
    }
    let keys = headers.map(Field.headerKey)
    if keys.contains("") || Set(keys).count < keys.count { byName = false }
    let different = zip(names, headers).map { byName && $0 != $1 ? $1 : nil }
    return (names, different, byName)
  }

  /// Derives a form name from a file name: `2026 Contacts.csv.gz` becomes `contacts`.
  package static func form(file: String) -> String {
    let base = file.split(separator: "/").last.map(String.init) ?? ""
    var name = ""
    for byte in base.prefix(while: { $0 != "." }).lowercased().utf8 {
      let isWord = byte.isASCIILetter || byte.isASCIIDigit
      if isWord, !(name.isEmpty && byte.isASCIIDigit) {
        name.append(Character(UnicodeScalar(byte)))
      } else if !name.isEmpty, name.last != "_" {
        name += "_"
      }
    }
    while name.last == "_" { name.removeLast() }
    name = String(name.prefix(50))
    if name.hasSuffix("_current") { name += "_form" }
    return name.isEmpty ? "records" : name
  }
}
