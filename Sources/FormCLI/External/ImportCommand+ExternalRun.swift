import ArgumentParser
import FormRecorder

extension ImportCommand {
  /// Records a run that was judged on other machines.
  func importExternalRun(_ folder: String, _ console: Console) throws -> ExitCode {
    var request = ExternalRunRequest(folder: folder)
    (request.by, request.reason) = (try change.by, change.reason)
    request.batch = batch
    let reports = try change.recorder(store, console).importExternalRun(
      request, events(folder, console))
    try print(reports, console)
    return failOn.exitCode(reports.map(\.result))
  }
}
