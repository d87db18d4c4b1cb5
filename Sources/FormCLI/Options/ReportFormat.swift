import ArgumentParser
import FormRules

/// The format of a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

extension Console {
  /// Writes a report in one of two forms.
  func out(
    _ format: ReportFormat, _ json: @autoclosure () -> JSON, _ lines: @autoclosure () -> [String]
  ) throws(OutputError) {
    switch format {
    case .json: try out(json().text)
    case .text: for line in lines() { try out(line) }
    }
  }
}
