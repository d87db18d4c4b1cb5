import ArgumentParser
import FormRecorder
import FormRules
import Foundation

struct SubmitCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit", abstract: "Validate a record and store it.",
    discussion: """
      The record is given as field=value arguments, or as a JSON object on standard input. It is \
      stored whether it is accepted or rejected, in the intake of its form, rule set and day. A \
      record that is submitted again with the same --idempotency-key and values is not stored \
      again, and the answer is the same.

      formrec submit --form contacts id=7 'name=Ana Lima' email=ana@example.com age=30
      echo '{"id": 7, "name": "Ana Lima"}' | formrec submit --format json
      """)

  @Argument(
    help: ArgumentHelp(
      "The record. Default: a JSON object on standard input.", valueName: "field=value"))
  var fields: [String] = []
  @Option(help: ArgumentHelp("The form, if there are several.", valueName: "form[@version]"))
  var form: VersionReference?
  @Option(help: ArgumentHelp("The rule set, if there are several.", valueName: "rules[@version]"))
  var rules: VersionReference?
  @Option(help: "The sender of the record.") var source: String?
  @OptionGroup var change: ChangeOptions
  @Option(help: "A unique key of the submission. Submitting it again does not store it twice.")
  var idempotencyKey: String?
  @Option(
    help: ArgumentHelp(
      "The file to write a proof of the submission to, as 'formrec prove'.", valueName: "file"))
  var proof: String?
  @OptionGroup var runOptions: RunOptions
  @OptionGroup var namedFiles: NamedFileOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    try ChangeOptions.requireText(["--source": source])
    let keyLengths = 1...SubmissionRequest.maximumKeyLength
    if let idempotencyKey, !keyLengths.contains(idempotencyKey.utf8.count) {
      throw ValidationError("--idempotency-key must have 1 to \(keyLengths.upperBound) bytes")
    }
    guard fields.allSatisfy({ NameValue($0) != nil }) else {
      throw ValidationError("a field must be written NAME=VALUE")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    // A record that is stored although its proof cannot be written would be submitted again.
    if let proof { try store.recorder.requireCreatable(proof) }
    var request = try request()
    request.form = form
    request.rules = rules
    request.source = source
    (request.by, request.reason) = (try change.by, change.reason)
    request.idempotencyKey = idempotencyKey
    request.parameters = runOptions.parameters.values
    request.scenario = runOptions.scenario
    request.files = try namedFiles.named()
    request.localization = try messages.localization()
    var recorder = try change.recorder(store, console)
    recorder.settings.services = remote.services(console)
    let report = try recorder.submit(request)
    switch output.format {
    case .json: try console.print(report.json.text)
    case .text:
      try console.print(
        "submission \(report.submissionID): \(report.isRejected ? "rejected" : "accepted") by "
          + "\(report.rules)@\(report.rulesVersion)"
          + (report.isAlreadySubmitted ? " (submitted before; not stored again)" : ""),
        highlighting: report.isRejected ? .bad("rejected") : .good("accepted"))
      for error in report.errors {
        let severity = error.severity.remark
        try console.print("  \(error.rule)\(severity): \(error.message)".escapedForTerminal)
      }
      try console.print("  receipt: \(report.head)")
    }
    if let proof {
      let recorder = store.recorder
      try recorder.write(recorder.proof(of: report.submissionID), to: proof)
    }
    for note in report.notes { console.note(note.text) }
    if !report.unknownFields.isEmpty {
      console.note(
        "not fields of \(report.form), but stored: "
          + report.unknownFields.map { "'\($0.displayText)'" }.joined(separator: ", "))
    }
    return report.isRejected ? .rejected : .success
  }

  private func request() throws -> SubmissionRequest {
    guard fields.isEmpty else {
      let values = try store.recorder.values(fields, form: form, rules: rules)
      var names: Set<String> = []
      for (name, _) in values where !names.insert(name).inserted {
        throw ValidationError("field '\(name)' is specified twice")
      }
      return SubmissionRequest(fields: values)
    }
    return SubmissionRequest(json: try StandardInput.bytes())
  }
}
