import ArgumentParser
import FormRecorder

extension ImportCommand {
  /// Records files that people have corrected.
  func importCorrections(_ recorder: Recorder, _ console: Console) throws -> ExitCode {
    if let set = try definitions.set { try definitions.apply(set, recorder, change, console) }
    var reports: [ImportReport] = []
    defer { console.clearProgress() }
    for path in files {
      var request = CorrectionRequest(path: path)
      request.form = form
      request.rules = rules
      request.input = reading.input
      (request.by, request.reason) = (try change.by, change.reason)
      request.files = try namedFiles.named()
      request.acceptedColumns = acceptChanges
      request.acceptsKeyChanges = acceptKeyChanges
      request.isDryRun = dryRun
      request.localization = try messages.localization()
      reports.append(try recorder.importCorrections(request, events(path, console)))
    }
    console.clearProgress()
    for report in reports {
      for line in CorrectionText.notes(report) { console.note(line) }
      for line in CorrectionText.stop(report) { console.printError(line) }
    }
    try print(format == .text ? reports.filter { !$0.isRefused } : reports, console)
    return failOn.exitCode(reports.map(\.result))
  }
}
