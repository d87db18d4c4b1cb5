import FormRecorderTestSupport
import FormRules
import FormStore
import Testing

@testable import FormRecorder

/// Every property of an import request belongs to the configuration with which the import can be
/// resumed, or is an exception with a reason. `ResumeTests` tests the refusal.
@Suite struct ImportConfigurationTests {
  struct Change: Sendable, CustomTestStringConvertible {
    /// A property of `ImportRequest`, or `input.` and a property of `InputOptions`.
    var property: String
    /// The name of the condition in messages.
    var condition: String
    var apply: @Sendable (inout ImportRequest) -> Void

    init(
      _ property: String, _ condition: String,
      _ apply: @escaping @Sendable (inout ImportRequest) -> Void
    ) {
      self.property = property
      self.condition = condition
      self.apply = apply
    }

    var testDescription: String { property }
  }

  static let changes = [
    Change("source", "source") { $0.source = "north" },
    Change("batchLabel", "batch") { $0.batchLabel = "35" },
    Change("by", "by") { $0.by = "ana" },
    Change("now", "now") { $0.now = Instant(seconds: 0) },
    Change("zone", "zone") { $0.zone = NamedZone("Pacific/Auckland") },
    Change("parameters", "parameters") { $0.parameters = ["least": "3"] },
    Change("scenario", "scenario") { $0.scenario = "draft" },
    Change("files", "files") { $0.files = .excluded },
    Change("allowsReimport", "a repeated import") { $0.allowsReimport = true },
    Change("storesExports", "as-records") { $0.storesExports = true },
    Change("carriesCorrections", "no-carry") { $0.carriesCorrections = false },
    Change("input.dialect", "dialect") { $0.input.dialect = FileDialect(quote: "") },
    Change("input.delimiter", "delimiter") { $0.input.delimiter = ";" },
    Change("input.encoding", "encoding") { $0.input.encoding = "utf-16" },
    Change("input.header", "header") { $0.input.header = 2 },
    Change("input.format", "input-format") { $0.input.format = "csv" },
    Change("input.entry", "entry") { $0.input.entry = "a.csv" },
    Change("input.sheet", "sheet") { $0.input.sheet = "1" },
    Change("sourceVersion", "source") {
      $0.sourceVersion = SourceVersion(source: Source(name: "north", forms: []), number: 1)
    },
    Change("input.sourceMap", "map") { $0.input.sourceMap = ["id": "name"] },
    Change("input.map", "map") { $0.input.map = [("id", "name")] },
    Change("input.maximumRecordBytes", "max-record") { $0.input.maximumRecordBytes = 1_000 },
  ]

  /// The properties that another attempt may change, with the reason.
  static let exceptions = [
    "path": "an unfinished import is found by its path and the content of the file",
    "identity": "replaces the path of a file that is a copy",
    "copy": "is read instead of the path; the content of the file is compared",
    "form": "the version that the store resolves is a condition",
    "rules": "the version that the store resolves is a condition",
    "describesEarlierImports": "affects the report of a file that is already imported",
    "reason": "describes the change, and affects no record",
    "maximumRejected": "limits the records of the finished import, and affects no record",
    "isDryRun": "stores nothing",
    "isAtomic": "an atomic import cannot be unfinished; resuming as one is refused",
    "offset": "a part of the condition now",
    "chunk": "affects commits; batches end where those of the first attempt ended",
    "chunkBytes": "affects commits, as `chunk` does",
    "localization": "the language of notes",
    "input.decimalFormat": "a part of the source's version, which is a condition",
    "input.part": "imports read whole files",
    "input.maximumSharedBytes": "limits what a sender may import, and affects no record",
  ]

  private static func properties(_ request: ImportRequest) -> [String: String] {
    var properties: [String: String] = [:]
    for child in Mirror(reflecting: request).children where child.label != "input" {
      properties[child.label!] = "\(child.value)"
    }
    for child in Mirror(reflecting: request.input).children {
      properties["input.\(child.label!)"] = "\(child.value)"
    }
    return properties
  }

  @Test func everyPropertyIsAConditionOrAnException() {
    let properties = Set(Self.properties(ImportRequest(path: "a.csv")).keys)
    let changed = Self.changes.map(\.property)
    #expect(properties == Set(changed).union(Self.exceptions.keys))
    #expect(Set(changed).isDisjoint(with: Self.exceptions.keys))
  }

  @Test(arguments: changes) func changedPropertyChangesTheConfiguration(_ change: Change) throws {
    let store = try TemporaryStore()
    let bound = try store.recorder.bind(form: nil, rules: nil, in: store.recorder.storeForWriting())
    let before = ImportRequest(path: "a.csv")
    var after = before
    change.apply(&after)
    let (old, new) = (Self.properties(before), Self.properties(after))
    #expect(new.filter { old[$0.key] != $0.value }.map(\.key) == [change.property])

    let differences = ImportConfiguration(before, bound, services: nil)
      .differences(from: ImportConfiguration(after, bound, services: nil))
    #expect(differences.count == 1 && differences[0].hasPrefix("\(change.condition) was "))
  }

  @Test(arguments: [
    ("utf-8", "UTF8", true), ("utf-16", "UTF-16", true), ("utf-8", "utf-16", false),
  ])
  func namesOfAnEncodingAreEqual(_ name: String, _ other: String, isSame: Bool) throws {
    let store = try TemporaryStore()
    let bound = try store.recorder.bind(form: nil, rules: nil, in: store.recorder.storeForWriting())
    func configuration(_ encoding: String) -> ImportConfiguration {
      var request = ImportRequest(path: "a.csv")
      request.input.encoding = encoding
      return ImportConfiguration(request, bound, services: nil)
    }
    #expect(configuration(name).differences(from: configuration(other)).isEmpty == isSame)
  }

  @Test func canonicallyEquivalentTextsDiffer() throws {
    let store = try TemporaryStore()
    let bound = try store.recorder.bind(form: nil, rules: nil, in: store.recorder.storeForWriting())
    func configuration(_ text: String) -> ImportConfiguration {
      var request = ImportRequest(path: "a.csv")
      (request.source, request.batchLabel, request.parameters) = (text, text, ["least": text])
      return ImportConfiguration(request, bound, services: nil)
    }
    let differences = configuration("\u{E9}").differences(from: configuration("e\u{301}"))
    #expect(differences.count == 3)
  }
}
