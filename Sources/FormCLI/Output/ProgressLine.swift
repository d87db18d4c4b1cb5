import FormBytes
import FormRecorder
import FormRules

/// A line with the progress of long work: the number of items, their share, the rate, and the
/// remaining time. It is shown only on a terminal, only if the work takes longer than a second, and
/// updated at most ten times per second.
final class ProgressLine {
  private let console: Console
  private let start: String
  private let unit: String
  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant

  /// - Parameters:
  ///   - name: A prefix that names the work.
  ///   - unit: The plural noun for the counted items.
  init(_ console: Console, _ name: String? = nil, unit: String) {
    self.console = console
    start = name.map { "\($0.displayText): " } ?? ""
    self.unit = unit
    began = clock.now
    shown = began + .milliseconds(900)
  }

  /// Shows the progress, and the remarks that were made in the meantime.
  func show(_ progress: WorkProgress) {
    console.showNotes()
    guard console.showsProgress else { return }
    let now = clock.now
    guard now - shown > .milliseconds(100) else { return }
    shown = now
    let seconds = (now - began) / .seconds(1)
    console.progress(start + Self.text(progress, unit: unit, after: seconds))
  }

  /// The line without its name, after a number of seconds.
  static func text(_ progress: WorkProgress, unit: String, after seconds: Double) -> String {
    var parts = ["\(progress.count.grouped) \(unit)"]
    if let fraction = progress.fraction { parts.append("\(Int(fraction * 100)) %") }
    // A rate is not meaningful within the first second.
    guard seconds >= 1 else { return parts.joined(separator: ", ") }
    parts.append("\(Int(Double(progress.count) / seconds).grouped)/s")
    if let fraction = progress.fraction, fraction > 0.01, fraction < 1 {
      parts.append("\(duration(seconds / fraction - seconds)) left")
    }
    return parts.joined(separator: ", ")
  }

  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
  }
}
