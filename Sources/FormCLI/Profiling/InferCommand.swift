import ArgumentParser
import FormProfile
import FormRecorder
import FormRules

struct InferCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "infer", abstract: "Draft a form and a rule set from files.",
    discussion: """
      Prints definitions for 'check' and 'import', with the evidence in comments. A rule is active only \
      if the column as a whole supports it; rules that require a decision are commented out, with the \
      lines to review. Bounds are never derived from the values that happen to occur. The draft is \
      tested on its files before it is printed.

      Several files are treated as deliveries of one source and result in one draft.

      The comments, and lists of allowed values, show values of the files, which may be personal data; \
      --no-values omits them from the comments.

      formrec infer contacts.csv > contacts.yaml
      formrec check contacts.csv --definitions contacts.yaml
      formrec infer 2026-*.csv --name visits --suggestions

      With --form, drafts from stored submissions, and counts the cells that the draft rejects but the \
      form's current rule set accepts.

      formrec infer --form contacts
      """)

  @OptionGroup var input: ProfileInputOptions
  @Option(help: "With --form: the rule set to compare with, if the form has several.")
  var rules: VersionReference?
  @Option(help: ArgumentHelp("The name of the form and the rule set.", valueName: "name"))
  var name: String?
  @Flag(help: "Write rules that require a decision as active rules.") var suggestions = false
  @Flag(help: "Show no values in comments.") var noValues = false
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if input.origin.form == nil { try require("--form", for: ["--rules": rules != nil]) }
    if let name, let problem = DefinitionNames.problem(ofName: name, "--name") {
      throw ValidationError(problem)
    }
    guard !input.files.contains("-") || input.files.count == 1 else {
      throw ValidationError("standard input cannot be combined with files")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    if let selection = input.selection {
      let draft = try store.recorder.infer(
        selection, rules: rules, options(selection.form ?? ""), showsSensitive: input.noMask
      ) { console.progress("\($0) records") }
      try console.write(Array(draft.yaml.utf8))
      return .success
    }
    let inputs = try RereadableFiles(input.files)
    let profile = try TableProfile(inputs.paths, names: inputs.names, input.reading.input) {
      console.progress("\($0) records")
    }
    for note in profile.notes { console.note(note.text) }
    let draft = try FileDraft(
      profile, inputs.paths, input: input.reading.input,
      options: options(DraftNames.form(file: inputs.names[0])),
      now: try Clock.now())
    try console.write(Array(draft.draft.yaml.utf8))
    return .success
  }

  private func options(_ form: String) -> Draft.Options {
    var options = Draft.Options(form: name ?? form)
    options.showsValues = !noValues
    options.activatesSuggestions = suggestions
    return options
  }
}
