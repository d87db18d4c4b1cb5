import ArgumentParser
import FormRecorder
import FormRules

struct Rules: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the catalogue of rules.",
    discussion: """
      formrec rules
      formrec rules length
      formrec rules length --language de
      formrec rules --format markdown
      """)

  @Argument(help: "A rule; else all.") var name: String?
  @OptionGroup var messages: MessageOptions
  @Option(help: "text, json or markdown.") var format = Format.text

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, markdown }

  func run(_ console: Console) throws -> ExitCode {
    let rules = try named()
    let localization = try messages.localization()
    try localization.requireKnown(by: [])
    switch format {
    case .json:
      let all = rules.map { RuleCatalogue.json($0, in: localization) }
      try console.out((name == nil ? .array(all) : all[0]).text)
    case .markdown:
      try console.out(
        RuleCatalogue.markdown(rules, isAll: name == nil, in: localization))
    case .text:
      let lines =
        name == nil ? RuleCatalogue.list(rules) : RuleCatalogue.lines(rules[0], in: localization)
      for line in lines { try console.out(line) }
    }
    return .success
  }

  /// The rule meant, or all.
  private func named() throws(RecorderError) -> [any Rule.Type] {
    guard let name else { return RuleRegistry.all }
    guard let rule = RuleRegistry.rule(named: name) else {
      throw RecorderError(
        .usage,
        DefinitionError.unknown("rule", name, known: RuleRegistry.names, at: .none).message)
    }
    return [rule]
  }
}
