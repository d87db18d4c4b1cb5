extension Form {
  /// The tags of the languages in which the form has a title or a label, so that its page may be
  /// shown in them.
  package var pageLanguages: Set<String> {
    Set(titles.keys).union(fields.flatMap(\.labels.keys))
  }

  /// The tags of the languages in which the form has texts, in alphabetical order. Texts without a
  /// tag may be in any language.
  package var languages: [String] {
    var texts = [titles]
    for field in fields {
      let presentation = field.presentation
      texts += [field.labels, presentation.helps, presentation.sections, presentation.pages]
      texts += presentation.choices.map(\.labels)
    }
    return Set(texts.flatMap(\.keys)).sorted()
  }
}
