import ArgumentParser
import FormRecorder
import FormRules

struct List: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "List forms, rule sets, imports and runs.",
    discussion: """
      Forms and rule sets are shown with their current versions, imports and runs with the last one \
      first.

      formrec list
      formrec list imports --form contacts --limit 5
      formrec list runs --format json
      """)

  @Argument(help: "forms, rules, imports or runs; else all of them.") var what: What?
  @Option(help: "Only what belongs to this form.") var form: String?
  @Option(help: "At most so many imports and runs; 20 unless said, in JSON 10000.")
  var limit: Int?
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  enum What: String, ExpressibleByArgument, CaseIterable { case forms, rules, imports, runs }

  func validate() throws {
    if let limit, !(1...1_000_000).contains(limit) {
      throw ValidationError("--limit must be 1 to 1000000")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let limit = limit ?? (format == .text ? 20 : 10_000)
    let listing = try store.recorder.list(form: form, limit: limit)
    switch format {
    case .json:
      try console.out(
        what.map { ListingText.json(listing, $0) }?.text
          ?? JSON.object(
            What.allCases.map { .init($0.rawValue, ListingText.json(listing, $0)) }
          ).text)
    case .text:
      for (index, part) in (what.map { [$0] } ?? What.allCases).enumerated() {
        if index > 0 { try console.out("") }
        if what == nil { try console.out(part.rawValue) }
        for line in ListingText.lines(listing, part) { try console.out(line) }
      }
    }
    return .success
  }
}
