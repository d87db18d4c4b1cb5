import FormRecorder

/// The result of importing or checking a file, from best to worst.
enum FileResult: Comparable {
  case accepted
  /// Records, or rows of corrections, were rejected.
  case rejected
  /// A limit of the rule set or of the command was exceeded.
  case limitExceeded
  /// The file was not imported, or not all of its corrections are stored.
  case failed
}

extension ImportReport {
  var result: FileResult {
    if isRefused { return .failed }
    if !exceededLimits.isEmpty { return .limitExceeded }
    return rejected > 0 || corrections?.refused.isEmpty == false ? .rejected : .accepted
  }
}

extension CheckSummary {
  var result: FileResult {
    if !exceededLimits.isEmpty { return .limitExceeded }
    return rejected > 0 ? .rejected : .accepted
  }
}

extension RecorderError {
  /// Whether the other files of a command can be imported or checked.
  var concernsOneFile: Bool {
    switch category {
    case .failed, .stored: true
    case .usage, .stopped: false
    }
  }
}
