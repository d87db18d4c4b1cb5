package import FormRules

extension Localization {
  /// Throws a usage error if neither formrec nor a catalogue nor one of the plans has messages in
  /// the language.
  package func requireKnown(by plans: [Plan]) throws(RecorderError) {
    if isKnown || isNegotiated { return }
    let used = Set(plans.flatMap(\.languages))
    if used.contains(where: { tags.contains($0.lowercased()) }) { return }
    let builtIn = MessageCatalogue.builtInLanguages
    let known = builtIn + used.subtracting(builtIn).sorted()
    throw RecorderError(
      .usage,
      "there are no messages in the language '\(language)'; known: "
        + known.joined(separator: ", "))
  }
}

extension Plan {
  /// The languages of the form's title and labels, and of the rule set's messages.
  package var languages: Set<String> {
    form.pageLanguages.union(rules.flatMap(\.messageLanguages))
  }
}
