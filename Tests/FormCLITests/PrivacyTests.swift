import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// No command shows a submitted value of a sensitive field, or of a column that the form does not
/// name, unless requested: neither on its streams nor in a file that it writes.
@Suite struct PrivacyTests {
  private static let canary = "zq7canary"

  /// Rules whose messages are the most specific, a record rule, and a custom message.
  private static let definitions = """
    form: people
    key: [id]
    fields:
      - {name: id, type: text, required: true, sensitive: true}
      - {name: email, type: text, sensitive: true}
      - {name: age, type: integer, sensitive: true}
      - {name: most, type: text, sensitive: true}
      - {name: born, type: date, sensitive: true}
      - {name: tags, type: list, sensitive: true}
    ---
    rules: people
    form: people
    fields:
      id:
        - unique
        - {length: {max: 12}, message: '{label}: {value}'}
      email:
        - email
        - {in: [a, b], severity: warning}
        - {pattern: '[a-z]+', message: 'not {value}'}
        - {equals: {field: most}}
        - {lacks: [zq7]}
        - {url: , severity: info}
      age:
        - range: {max: 10}
      tags:
        - each: [{length: {max: 3}}]
    record:
      - must: email = most
    """

  private static let header = "id,email,age,most,born,tags,phone\n"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let c = Self.canary
    try write(Self.definitions, "people.yaml")
    try write(
      Self.definitions.replacing("max: 10}", with: "max: 1000}"), "wider.yaml")
    try write(
      Self.header + "\(c)1,\(c),12,x,2000-01-01,\(c);b,\(c)\n"
        + "\(c)1,=\(c),\(c),\(c),\(c),\(c),\(c)\n" + "\(c)-and-longer,\"\(c)\" \(c),1,2,3,4,5\n"
        + "\(c),\(c)\n" + "ok,a@b.de,1,a@b.de,,,\(c)\n", "week.csv")
    try write(
      #"{"id":"\#(c)2","email":["\#(c)"],"age":{"\#(c)":1},"phone":"\#(c)"}"# + "\n"
        + #"{"id":"\#(c)""# + "\n" + #"{"id":"\#(c)","id":"\#(c)"}"# + "\n", "week.ndjson")
    try write(#"{"id":"\#(c)3","email":"\#(c)","other":"\#(c)"}"#, "one.json")
    try write(Self.header.dropLast() + ",_submission\n\(c)1,\(c)x •••,7,7,\(c),,,1\n", "back.csv")
    try write(
      Self.header.dropLast() + ",_submission\n\(c)1,a@b.de,7,7,\(c),,\(c)2,2\n", "fixed.csv")
    // A line of values instead of a header, and values under names that resemble fields.
    try write("a@\(c).de,\(c)@b.de,1\n", "headless.csv")
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
  }

  private func formrec(_ command: String) -> CommandRun {
    let words = command.split(separator: " ").map(String.init).map { word in
      word.hasPrefix("./") ? folder.path(String(word.dropFirst(2))) : word
    }
    return CommandRun(words)
  }

  @Test func noCommandShowsValuesByDefault() throws {
    let db = "--db ./s.sqlite"
    let parameters = "--definitions ./people.yaml"
    let commands = [
      "check ./week.csv ./week.ndjson \(parameters) --format text",
      "check ./week.csv \(parameters) --format ndjson",
      "check ./week.csv \(parameters) --format json",
      "check ./week.csv \(parameters) --format sarif",
      "check ./week.csv \(parameters) --format junit",
      "check ./week.csv \(parameters) --show-values", "check ./headless.csv \(parameters)",
      "import ./headless.csv \(parameters) \(db)", "import ./week.csv \(parameters) \(db)",
      "import ./week.csv \(parameters) \(db) --again --format sarif",
      "import ./week.csv \(db) --again --format junit", "import ./week.ndjson \(db)",
      "import ./week.csv \(db) --dry-run --again", "correct ./back.csv \(db)",
      "correct ./fixed.csv \(db)",
      "submit --form people id=\(Self.canary)9 email=\(Self.canary) --idempotency-key \(Self.canary) "
        + "\(db)",
      "submit id=\(Self.canary)8 email=\(Self.canary) --idempotency-key \(Self.canary) \(db)",
      "apply ./wider.yaml --dry-run --impact \(db)", "apply ./wider.yaml \(db)",
      "replay \(db)", "replay --dry-run --format json \(db)",
      "list \(db)", "list submissions \(db)", "list submissions --format json \(db)",
      "audit \(db)", "audit --format json --samples 3 --pairs --trend \(db)",
      "audit --samples 3 \(db)", "audit --format csv \(db)", "audit --format ndjson \(db)",
      "audit --html ./audit.html \(db)", "history 1 \(db)", "history 1 --show-values \(db)",
      "history 3 --format json \(db)", "history 4 --language de --show-values \(db)",
      "history --key id=\(Self.canary)1 \(db)", "history --key id=\(Self.canary)77 \(db)",
      "history --key \(Self.canary)", "history --key id=\(Self.canary) --form nobody \(db)",
      "export --all \(db)", "export --all --format ndjson \(db)",
      "export --all --format json \(db)",
      "export --all --to ./tables.sqlite \(db)", "show import 1 \(db)", "show people \(db)",
      "waive --rule email.email --reason r --by b \(db)", "doctor \(db)", "verify \(db)",
      "purge --key id=\(Self.canary)1 --reason r --by b --dry-run \(db)",
      "purge --where email=\(Self.canary) --reason r --by b --dry-run --format json \(db)",
      "purge --where \(Self.canary) --reason r --by b \(db)",
      "purge --where id=\(Self.canary)1 --import 1 --reason r --by b \(db)",
    ]
    for command in commands {
      let run = formrec(command)
      #expect(!run.transcript.contains(Self.canary), "\(command)\n\(run.transcript)")
    }
    for name in ["audit.html", "tables.sqlite"] {
      let data = try #require(FileManager.default.contents(atPath: folder.path(name)))
      #expect(!data.contains(bytes: Data(Self.canary.utf8)), "\(name)")
    }
    // The canary is stored, and is shown on request.
    #expect(formrec("export --all --no-mask \(db)").out.contains(Self.canary))
    #expect(formrec("history 1 --no-mask \(db)").out.contains(Self.canary))
    #expect(
      formrec("check ./week.csv \(parameters) --show-values --no-mask").out.contains(Self.canary))
  }
}
