import FormRules

extension Localization {
  /// The language as the value of the attribute `lang`.
  package var languageTag: String { language.replacing("_", with: "-") }

  /// A text of formrec's own, which is marked as English if there are no messages in the language.
  package func words(_ text: String) -> HTML {
    isKnown ? "\(text)" : "<bdi lang=\"en\">\(text)</bdi>"
  }

  /// The direction of the language's script.
  package var direction: String {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    let scripts: Set = ["arab", "hebr", "thaa", "nkoo", "syrc"]
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) {
      return scripts.contains(script) ? "rtl" : "ltr"
    }
    let languages: Set = [
      "ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi",
    ]
    return parts.first.map(languages.contains) == true ? "rtl" : "ltr"
  }
}
