import FormRecorder

extension ImportRequest {
  /// The request as a dry run.
  var dryRun: ImportRequest {
    var request = self
    request.isDryRun = true
    return request
  }
}
