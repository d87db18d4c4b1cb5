extension Form {
  /// The tags of the languages in which the form has a title or a label, so that its page may be
  /// shown in them.
  package var pageLanguages: Set<String> {
    Set(titleTranslations.keys).union(fields.flatMap(\.labelTranslations.keys))
  }

  /// The tags of the languages in which the form has texts, in alphabetical order. Texts without a
  /// tag may be in any language.
  package var languages: [String] {
    var texts = [titleTranslations]
    for field in fields {
      let presentation = field.presentation
      texts += [
        field.labelTranslations, presentation.helpTranslations, presentation.sectionTranslations,
        presentation.pageTranslations,
      ]
      texts += presentation.choices.map(\.labelTranslations)
    }
    return Set(texts.flatMap(\.keys)).sorted()
  }
}
