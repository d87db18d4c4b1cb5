import ArgumentParser
import FormRecorder
import FormRules

/// Options for a program that judges an input in parts, on one machine or several; see
/// docs/scale.md.
struct PartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The header as a line of CSV, for a part, which has none. May be empty.",
      valueName: "header"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "Check only records that begin at or after byte A and before byte B; standard input begins "
        + "at byte A.", valueName: "a-b"))
  var range: String?

  @Option(
    help: ArgumentHelp("The number of the first record within the whole file.", valueName: "n"))
  var firstRecord: Int?

  @Option(
    help: ArgumentHelp("The line on which the part begins within the whole file.", valueName: "n"))
  var firstLine: Int?

  @Option(help: ArgumentHelp("The name of the whole file in reports.", valueName: "name"))
  var fileName: String?

  @Option(
    help: ArgumentHelp(
      "How to treat 'unique' rules: judge evaluates them; keys prints keys, which are equal for equal "
        + "values; none excludes them.", valueName: "how"))
  var unique: Unique?

  @Option(
    help: ArgumentHelp(
      "A CSV file (record, rule) with the repetitions that 'unique' rules found in the whole input; "
        + "with several files (file, record, rule).",
      valueName: "file"))
  var repeated: String?

  @Option(
    help: ArgumentHelp(
      "A column with the repetitions of each record, as a JSON array of rules.", valueName: "column"
    ))
  var repeatedColumn: String?

  @Flag(
    help: "Print the counts of 'depends' and 'resembles' rules in the part, as CSV. Checks nothing."
  )
  var printCounts = false

  @Option(
    help: ArgumentHelp(
      "A CSV file with the counts of the whole input: the rows that --print-counts printed for all parts, "
        + "in which counts of the same value may have been added.",
      valueName: "file"))
  var counts: String?

  @Option(
    help: ArgumentHelp(
      "The hash key for keys and counts, 32 hexadecimal digits. Must be the same for all parts.",
      valueName: "hex"))
  var hashKey: String?

  @Option(
    help: ArgumentHelp("The time that rules use, such as 2026-01-31T09:30:00Z.", valueName: "time"),
    transform: OptionParser.dateTime)
  var now: RunClock?

  @Option(
    name: .customLong("reference"),
    help: ArgumentHelp(
      "A file with the values of another form for 'exists' rules; may be repeated.",
      valueName: "form.field[,field…]=file"))
  var references: [String] = []

  enum Unique: String, ExpressibleByArgument, CaseIterable { case judge, keys, none }

  func validate() throws {
    if columns == nil {
      try require(
        "--columns",
        for: [
          "--range": range != nil, "--repeated-column": repeatedColumn != nil,
          "--first-record": firstRecord != nil, "--first-line": firstLine != nil,
        ])
    }
    if range != nil, bytes == nil {
      throw ValidationError("--range must be written A-B, two byte offsets")
    }
    let numbers = 1...Int(Recorder.largestNumber)
    try require("--first-record and --first-line", firstRecord, in: numbers)
    try require("--first-record and --first-line", firstLine, in: numbers)
    if [repeated != nil, repeatedColumn != nil, unique != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--unique, --repeated and --repeated-column cannot be combined")
    }
    if let hashKey, Hash128(hexadecimal: hashKey) == nil {
      throw ValidationError("--hash-key requires 32 hexadecimal digits")
    }
    if hashKey == nil {
      try require(
        "--hash-key, which must be the same for all parts",
        for: [
          "--unique keys": unique == .keys, "--print-counts": printCounts,
          "--counts": counts != nil,
        ])
    }
    if printCounts {
      try exclude(
        ["--counts": counts != nil, "--unique keys": unique == .keys], with: "--print-counts")
    }
    for entry in references where ReferenceValues(entry) == nil {
      throw ValidationError("--reference '\(entry)' must be written FORM.FIELD=FILE")
    }
  }

  private var bytes: Range<Int>? {
    guard let ends = range?.split(separator: "-", omittingEmptySubsequences: false),
      ends.count == 2, let from = Int(ends[0]), let to = Int(ends[1]), from >= 0, from <= to
    else { return nil }
    return from..<to
  }

  /// Sets the specified options.
  func apply(to check: inout FileCheck) throws(RecorderError) {
    if let columns {
      var part = try InputPart(header: columns)
      part.bytes = bytes
      part.firstRecord = firstRecord ?? 1
      part.firstLine = firstLine ?? 1
      check.input.part = part
    }
    check.comparing =
      switch unique {
      case .judge, nil: repeated == nil && repeatedColumn == nil ? .withEarlier : .known
      case .keys: .elsewhere
      case Unique.none?: .never
      }
    if let repeated { check.repeated = try RepeatedRecords(check.plan, file: repeated) }
    if let repeatedColumn {
      check.repeated = try RepeatedRecords(
        check.plan, column: repeatedColumn, of: check.input.part?.columns ?? [])
    }
    if let key = hashKey.flatMap(Hash128.init(hexadecimal:)) { check.hashKey = HashKey(key) }
    check.references = references.compactMap(ReferenceValues.init)
    check.counts = counts.map { CountsFile($0) }
    if printCounts { return }
    if check.input.part != nil || unique == .keys { try check.requireWhole() }
  }
}
