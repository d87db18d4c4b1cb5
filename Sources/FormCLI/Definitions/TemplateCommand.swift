import ArgumentParser
import FormRecorder

struct TemplateCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "template", abstract: "Write an empty workbook for the records of a form.",
    discussion: """
      The workbook has a column for each field, with drop-downs and validations as far as \
      spreadsheet programs can evaluate the rules. All cells are text, so that leading zeros and \
      dates are kept as typed. Cells of required fields are coloured, the header is protected \
      without a password, and a second sheet states the rules in words. 'formrec import' reads the \
      filled workbook, and evaluates every rule.

      formrec template signups -o signups.xlsx
      formrec template signups@2 -o signups-de.xlsx --language de
      """)

  @Argument(
    help: ArgumentHelp("The form. Default: the only one.", valueName: "form[@version]"))
  var form: VersionReference?
  @Option(
    help: ArgumentHelp("The rule set. Default: that of the form.", valueName: "name[@version]"))
  var rules: VersionReference?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The workbook to write.", valueName: "path"))
  var output: String
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup var messages: MessageOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard output == "-" || output.lowercased().hasSuffix(".xlsx") else {
      throw ValidationError("a template is a workbook: -o FILE.xlsx")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    try OutputFile.check(output, isNoneOf: messages.files)
    var request = TemplateRequest(form: form)
    request.rules = rules
    request.localization = try messages.localization()
    try store.recorder.writeTemplate(
      request, to: output == "-" ? .stream(console.write) : .file(output, replacing: force))
    return .success
  }
}
