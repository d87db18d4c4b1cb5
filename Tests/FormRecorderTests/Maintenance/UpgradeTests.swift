import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormInput
@testable import FormStore

/// A later program adds tables, columns and codes. Content that was sealed before still verifies.
@Suite struct UpgradeTests {
  /// A store with an import, a submission and a replay.
  private static let filled = Result {
    let store = try TemporaryStore(TemporaryStore.definitions)
    try store.add("id,name,email\n1,A,a@example.com\n900,Bbbbbbb,x\n901,Ccccccc,y\n902,D,z\n")
    _ = try store.recorder.submit(SubmitRequest(fields: [("id", "901"), ("name", "C")]))
    try replay(store)
    return try store.contents()
  }

  private static func replay(_ store: TemporaryStore) throws {
    var request = ReplayRequest()
    request.form = VersionReference("people")
    request.isFull = true
    _ = try store.recorder.replay(request)
  }

  private static let next = Migration(
    name: "m9999_next",
    sql: """
      ALTER TABLE import ADD COLUMN note TEXT;
      ALTER TABLE event ADD COLUMN note TEXT;
      ALTER TABLE run_end ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE submission ADD COLUMN note TEXT;
      CREATE TABLE remark (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
      INSERT INTO reader_code (code, words, migration) VALUES ('csv.new', 'New.', \(Migration.all.count + 1));
      """)

  /// The SHA-256 digest of each released migration. Released migrations must not change: a schema
  /// change requires a new file and a new line here.
  private static let released = [
    "m0001_definitions":
      "f80b7afa9d140614df27b64948b9652583cb9e3b2f288b1182a5a7dd7aaac47f",
    "m0002_submissions":
      "aefc624d27e7210e6b420bdde032d149eda96da2eca4365a7704aa4456239ebe",
    "m0003_runs":
      "71d1930fdcc4134fb14c2933d46795aac7c355aae6c5979a5c2e31ed99ac46cc",
    "m0004_ledger":
      "e898db2ea20e384b98733f14f00b35893776ffe6a3b05c29f3fc0bd79dcc5dc6",
    "m0005_current":
      "f4dc6437bef8952a8eac9ce52df4ff5665d2f3513e32b6589a4995568887097a",
    "m0006_append_only":
      "4142acfdf929b85fae6e267b4e118ba87449a1b93a9be783cc35da61e04f779b",
    "m0007_views":
      "a33c57ab311e78392cf3d8580ec29a78c759fe1976e49b52e7440b668f33dada",
    "m0008_answers":
      "a9a8a0487d3d52166079557790b4d96e25385826da6c3998bb60ba4c320b0ee1",
    "m0009_activities":
      "610eb0168e35983fe5a6a36c3d4e99901bdef6f1506d6b09e677297a98e85107",
    "m0010_event_kinds":
      "5afd6e443aaf7c92830edad90ace8bf0a0a2dc348e57364ec48b06f7b00bdc3c",
    "m0011_erased_quotes":
      "8b6f2d97abdeb3d81f892a611f49cd4591cced84b0c97ad3002bd0c0a4f93690",
  ]

  @Test func releasedMigrationsAreUnchanged() {
    for (name, sql) in MigrationTexts.all {
      var digest = Digest()
      digest.update(Array(sql.utf8))
      #expect(digest.bytes.hexadecimal == Self.released[name], "\(name)")
    }
    #expect(MigrationTexts.all.count == Self.released.count)
  }

  @Test func upgradedStoreVerifies() throws {
    let store = try TemporaryStore(Self.filled.get())
    let before = try store.recorder.verify()
    #expect(before.isOK)
    // Verify on this thread, because the recorder verifies on its own threads, where `added` is not
    // set.
    try Migration.$added.withValue([Self.next]) {
      let upgraded = try Store(writingAt: store.path("store.sqlite"))
      let verification = StoreVerification(upgraded)
      #expect(try upgraded.read { try StoreSchema.problem($0) } == nil)
      let chain = try verification.verifyChain()
      #expect(chain.problem == nil)
      #expect(chain.head != before.head)
      var totals = BlockTotals()
      for check in try verification.blockChecks() {
        #expect(try verification.problem(of: check, &totals) == nil)
      }
      #expect(totals.submissions + chain.submissions == before.submissions)
      #expect(try verification.strayProblem(totals) == nil)
      try store.tamper("UPDATE import SET note = 'x'")
      #expect(try verification.verifyChain().problem == nil)
    }
    // This program refuses the store of a later one.
    #expect(throws: RecorderError.self) { try store.recorder.verify() }
    let copy = Recorder(
      database: store.path("store.sqlite.v\(Migration.all.count).backup"))
    let kept = try copy.verify()
    #expect(kept.isOK)
    #expect(kept.head == before.head)
  }

  /// A store of each released schema, `vN.sqlite.gz` with N migrations, is upgraded, written to and
  /// verified.
  @Test(
    arguments: try FileManager.default.contentsOfDirectory(
      atPath: Repository.fixture("stores").path
    ).sorted())
  func storesOfReleasedSchemasAreUpgraded(_ file: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    let packed = try Data(contentsOf: Repository.fixture("stores/\(file)"))
    var source = try GzipByteSource(MemoryByteSource(Array(packed)))
    var bytes: [UInt8] = []
    while try source.read(appendingTo: &bytes, atMost: 1 << 20) > 0 {}
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let recorder = Recorder(database: path)
    let events = try DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM event")
    }
    var request = SubmitRequest(fields: [("id", "8"), ("name", "Hal")])
    request.parameters = ["most": "100"]
    let receipt = try recorder.submit(request)
    #expect(receipt.errors.isEmpty)
    let report = try recorder.verify()
    #expect(report.isOK, "\(report.problemDescription ?? "")")
    #expect(report.events > (events ?? 0))
  }
}
