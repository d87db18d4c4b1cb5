import ArgumentParser

/// The format of a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
