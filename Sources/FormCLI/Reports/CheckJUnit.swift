import FormBytes
import FormRecorder
import FormRules

/// A JUnit report: a suite for each file, and a test case for each rule, which fails if any record
/// fails the rule. Build servers could not display a test for each of a million records.
///
/// A failure states the number of records, lists the first hundred, and states how many are
/// omitted. Warnings do not fail a test; they are part of its output. The limits that a file
/// exceeds are the failure of one more test case.
struct CheckJUnit: CheckOutput {
  private let rules: [CheckedRule]
  private var found: [String: RuleFailures] = [:]
  /// The fault codes of records that the reader could not parse.
  private var codes: [String] = []
  /// The current file and the number of its last record.
  private var last = (file: "", record: 0)

  private static let maximumLines = 100

  /// The failures of one rule in one file.
  private struct RuleFailures {
    var count = 0
    var severity = Severity.error
    var first = ""
    var lines = ""
  }

  init(_ rules: [CheckedRule]) { self.rules = rules }

  mutating func begin(_ bytes: inout [UInt8]) {
    bytes += Array(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"formrec\">\n".utf8)
  }

  mutating func append(_ record: CheckedRecord, of file: String, to bytes: inout [UInt8]) {
    last = (file, record.record)
    for error in record.errors {
      var failures = found[error.rule] ?? RuleFailures()
      if failures.count == 0 {
        failures.severity = error.severity
        failures.first = error.message
        if !rules.contains(where: { $0.id == error.rule }) { codes.append(error.rule) }
      }
      failures.count += 1
      if failures.count <= Self.maximumLines {
        let column = error.column.map { ":\($0)" } ?? ""
        let value = error.value.map { " (\($0.displayText))" } ?? ""
        failures.lines += "\(file):\(error.line ?? record.line)\(column) \(error.message)\(value)\n"
      }
      found[error.rule] = failures
    }
  }

  mutating func finish(_ file: String, records: Int, limits: [String], to bytes: inout [UInt8]) {
    let exceeded = limits.isEmpty ? 0 : 1
    let failureCount = found.values.count { $0.severity.rejects } + exceeded
    let codes = codes.map { (id: $0, description: found[$0]?.first ?? "") }
    let cases = codes + rules.map { (id: $0.id, description: $0.description) }
    var text = """
        <testsuite name="\(file.xml)" tests="\(cases.count + exceeded)" failures="\(failureCount)" \
      errors="0" skipped="0">
          <properties><property name="records" value="\(records)"/></properties>

      """
    for (id, description) in cases {
      text += "    <testcase classname=\"\(file.xml)\" name=\"\(id.xml)\""
      guard let failures = found[id] else {
        text += "/>\n"
        continue
      }
      text += ">" + element(failures, description) + "</testcase>\n"
    }
    if !limits.isEmpty {
      text += """
            <testcase classname="\(file.xml)" name="limits"><failure message="limit exceeded: \
        \(limits[0].xml)">\(limits.map { $0 + "\n" }.joined().xml)</failure></testcase>

        """
    }
    bytes += Array((text + "  </testsuite>\n").utf8)
    found = [:]
    self.codes = []
  }

  private func element(_ failures: RuleFailures, _ description: String) -> String {
    let count = failures.count
    var lines = failures.lines
    if count > Self.maximumLines { lines += "and \(count - Self.maximumLines) more\n" }
    let summary = "\(count.counted("record")): \(description)"
    return failures.severity.rejects
      ? "<failure message=\"\(summary.xml)\">\(lines.xml)</failure>"
      : "<system-out>\((failures.severity.rawValue + ", " + summary + "\n" + lines).xml)</system-out>"
  }

  mutating func interrupt(_ bytes: inout [UInt8]) {
    if !found.isEmpty { finish(last.file, records: last.record, limits: [], to: &bytes) }
  }

  mutating func end(_ bytes: inout [UInt8], isWhole: Bool) {
    if !isWhole {
      bytes += Array(
        """
          <testsuite name="formrec" tests="1" failures="0" errors="1" skipped="0">
            <testcase classname="formrec" name="files"><error message="not all files were read \
        completely"/></testcase>
          </testsuite>

        """.utf8)
    }
    bytes += Array("</testsuites>\n".utf8)
  }
}

extension String {
  /// The text escaped for XML 1.0, including attributes. Control and invisible characters except
  /// line breaks are escaped as on a terminal.
  fileprivate var xml: String {
    split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).escapedForTerminal.escapedForXML
    }.joined(separator: "\n")
  }
}
