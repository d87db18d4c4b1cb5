import ArgumentParser
import FormRecorder

/// The origin of the submissions that a command covers.
struct OriginOptions: ParsableArguments {
  @Option(help: "Only submissions of this form.") var form: String?
  @Option(
    name: .customLong("import"),
    help: ArgumentHelp("Only submissions of this import.", valueName: "n"))
  var importID: Int64?
  @Option(help: "Only submissions of this source.") var source: String?
  @Option(help: "Only submissions of this batch.") var batch: String?

  var selection: SubmissionSelection {
    var selection = SubmissionSelection.all
    (selection.form, selection.importID) = (form, importID)
    (selection.source, selection.batchLabel) = (source, batch)
    return selection
  }
}
