import ArgumentParser
import FormRecorder
import FormRules
import Foundation

/// Prints the error that ends a command, as text or JSON, and determines the exit code.
struct ErrorOutput {
  let console: Console
  let isJSON: Bool
  /// The command that runs. Nil while the arguments are parsed.
  var command: (any ParsableCommand.Type)?

  func report(_ error: any Error) -> ExitCode {
    switch error {
    case let error as RecorderError:
      // Output so far is kept. A failure to write it has already been reported.
      try? console.flush()
      return error.category == .stored
        ? reportStored(error.text) : report(error.category, error.text)
    case is OutputError where !console.changes.isEmpty: return reportStored("\(error)")
    // The reader, as in `formrec export | head`, has all the output it needs.
    case let error as OutputError where error.readerWentAway: return .brokenPipe
    case is OutputError: return report(.failed, "\(error)")
    case let code as ExitCode: return code
    default: return reportParserError(error)
    }
  }

  /// Reports that changes were stored although a later step failed, or the output or a receipt
  /// could not be written, because repeating the command would store them twice.
  func reportStored(_ message: String) -> ExitCode {
    let changes = console.changes
    var (message, events) = (message, [LoggedEvent]())
    do throws(RecorderError) {
      try changes.forEachEvent { events.append($0) }
    } catch {
      // The changes are committed, so a log that cannot be read is reported next to them.
      let last = changes.lastReceipt.map { " up to event \($0.event)" } ?? ""
      message += "; the log of the changes\(last) cannot be read: \(error.text)"
    }
    if isJSON {
      return report(
        .stored, message, members: [.init("stored", .array(events.map { .object($0.members) }))])
    }
    // The change that an error states may be of an earlier command, which repeating it completes.
    console.printError(
      "error: \(message)" + (changes.isEmpty ? "" : "; the changes are stored:"))
    for event in events { console.printError("  \(event.action)") }
    if let receipt = changes.lastReceipt {
      console.printError("  receipt: event \(receipt.event), \(receipt.head)")
    }
    return ErrorCategory.stored.exitCode
  }

  private func report(
    _ category: ErrorCategory, _ message: String, members: [JSON.Member] = []
  ) -> ExitCode {
    console.printError(category, message, members: members, asJSON: isJSON)
    return category.exitCode
  }

  /// Reports an error of the argument parser, or prints the help or version that it throws.
  private func reportParserError(_ error: any Error) -> ExitCode {
    let text =
      usageMessage(error) ?? FormrecCommand.fullMessage(for: error, columns: console.columns)
    if FormrecCommand.exitCode(for: error) == .success {
      do {
        try console.print(text)
        try console.flush()
        return .success
      } catch {
        return ErrorOutput(console: console, isJSON: false).report(error)
      }
    }
    if isJSON { return report(.usage, FormrecCommand.message(for: error)) }
    // Error messages start with lowercase "error:".
    console.printError(text.hasPrefix("Error: ") ? "error: " + text.dropFirst(7) : text)
    return FormrecCommand.exitCode(for: error)
  }

  /// The message of a wrong usage that a command finds while it runs, with the usage of that
  /// command: the parser knows only the root.
  private func usageMessage(_ error: any Error) -> String? {
    guard let command, let error = error as? ValidationError else { return nil }
    let usage = FormrecCommand.usageString(for: command)
    let name = usage.split(separator: " ").prefix { $0.first?.isLetter == true }
      .joined(separator: " ")
    return """
      Error: \(error.message)
      Usage: \(usage)
        See '\(name) --help' for more information.
      """
  }
}
