extension String {
  /// The text converted to the name of a form: `[a-z][a-z0-9_]*`.
  var asDefinitionName: String {
    var name = ""
    for scalar in lowercased().unicodeScalars {
      let isWord = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      if isWord {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.last != "_" {
        name += "_"
      }
    }
    while name.last == "_" { name.removeLast() }
    guard let first = name.unicodeScalars.first else { return "converted" }
    return ("a"..."z").contains(first) ? name : "form_\(name)"
  }
}
