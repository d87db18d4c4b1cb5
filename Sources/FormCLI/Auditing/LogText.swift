import FormRecorder
import FormRules

/// Formats an event of the log as text.
enum LogText {
  static func lines(_ event: LoggedEvent) -> [String] {
    var lines = [
      "event \(event.number)  \(event.at)" + (event.by.map { "  by \($0.displayText)" } ?? ""),
      "  \(event.action)",
    ]
    if let reason = event.reason { lines.append("  reason: \(reason.escapedForTerminal)") }
    lines.append("  receipt: \(event.head)")
    return lines
  }
}
