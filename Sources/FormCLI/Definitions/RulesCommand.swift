import ArgumentParser
import FormRecorder
import FormRules

struct RulesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Show the catalogue of rules, or try a rule.",
    discussion: """
      With --try, evaluates a rule for each value and shows the results; the exit code is 1 if a \
      value is rejected. All arguments after --try are values.

      formrec rules
      formrec rules length
      formrec rules length --language de
      formrec rules atg.email
      formrec rules length --with '{min: 3}' --try ab abc
      formrec rules range --with '{max: 2026-12-31}' --type date --try 2026-01-31 2027-01-01
      formrec rules --format markdown
      """)

  @Argument(help: "A rule, or a preset of the rule 'use'. Default: all rules.") var name: String?
  @OptionGroup var messages: MessageOptions
  @OptionGroup var output: FormatOptions<Format>
  @Option(
    help: ArgumentHelp(
      "The parameters of the rule, as in a definition file.", valueName: "parameters"))
  var with: String?
  @Option(
    help: ArgumentHelp(
      "The type of the values, or '{type: NAME, OPTION: …}'. Default: text, if the rule supports it.",
      valueName: "type"))
  var type: String?
  @OptionGroup var namedFiles: NamedFileOptions
  @Option(
    name: .customLong("try"), parsing: .remaining,
    help: ArgumentHelp("The values to try. Must be the last option.", valueName: "value"))
  var values: [String] = []

  enum Format: String, OutputFormat { case text, json, markdown }

  private var format: Format { output.format }

  func validate() throws {
    if values.isEmpty, with != nil || type != nil {
      throw ValidationError("--with and --type require --try VALUE…")
    }
    if !values.isEmpty, name == nil { throw ValidationError("specify the rule to try") }
    if !values.isEmpty, format == .markdown {
      throw ValidationError("--try requires --format text or json")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    if let name, !values.isEmpty { return try tryValues(name, console) }
    if let preset = name.flatMap(PresetRegistry.preset(named:)) {
      switch format {
      case .text: try console.print(PresetCatalogue.lines(preset))
      case .json: try console.print(PresetCatalogue.json(preset).text)
      case .markdown: try console.print(PresetCatalogue.markdown(preset))
      }
      return .success
    }
    let rules = try named()
    let localization = try messages.localization()
    try localization.requireKnown(by: [])
    switch format {
    case .text:
      try console.print(
        name == nil ? RuleCatalogue.list(rules) : RuleCatalogue.lines(rules[0], in: localization))
    case .json:
      let all = rules.map { RuleCatalogue.json($0, in: localization) }
      try console.print((name == nil ? .array(all) : all[0]).text)
    case .markdown:
      try console.print(
        name == nil
          ? RuleCatalogue.page(rules, in: localization)
          : RuleCatalogue.markdown(rules, in: localization))
    }
    return .success
  }

  private func tryValues(_ name: String, _ console: Console) throws -> ExitCode {
    let trial = try RuleTrial(
      rule: name, parameters: with, type: type, files: namedFiles.named(), now: try Clock.now())
    let localization = try messages.localization()
    for note in trial.exclusionNotes { console.note(note.text) }
    let outcomes = try trial.judge(values, in: localization)
    switch format {
    case .json: try console.print(outcomes.json.text)
    // `validate` refuses Markdown.
    case .text, .markdown:
      if type == nil, trial.type != "text" { console.note("evaluated for type \(trial.type)") }
      try console.print(outcomes.flatMap(\.lines))
    }
    return outcomes.allSatisfy(\.errors.isEmpty) ? .success : .rejected
  }

  /// The requested rule, or all rules.
  private func named() throws(RecorderError) -> [any Rule.Type] {
    guard let name else { return RuleRegistry.all }
    guard let rule = RuleRegistry.rule(named: name) else {
      throw RecorderError(
        .usage,
        .unknown("rule", name, known: RuleRegistry.names + PresetRegistry.names))
    }
    return [rule]
  }
}

extension RuleTrial.TrialOutcome {
  /// A line for the value, and one for each of its errors.
  fileprivate var lines: [String] {
    ["\(errors.isEmpty ? "accepted" : "rejected")  \(value.displayText)"]
      + errors.map { "          \($0.message.escapedForTerminal) [\($0.code)]" }
  }
}
