import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Testing

@testable import FormQueries
@testable import FormRecorder

/// Proofs can be verified without the store, and only if nothing in them was changed.
@Suite struct ProofTests {
  private static let definitions = PeopleDefinitions.yaml(
    form: "key: [id]",
    rules: """
      fields:
        id:
          - range: {max: 10}
        name:
          - length: {max: 5}
            severity: warning
      """)

  /// A store with every event that can be proved:
  ///
  /// 1 is accepted, 2 has a warning, 3 is rejected and waived, 4 is malformed, 5 is corrected by 8,
  /// 6 and 7 are single submissions, 9 belongs to a retracted import.
  private static let filled = Result { try fill().contents() }

  private static func filledStore() throws -> TemporaryStore { try TemporaryStore(filled.get()) }

  private static func fill() throws -> TemporaryStore {
    let store = try TemporaryStore(definitions)
    try store.add("id,name\n1,a\n2,much too long\n30,x\n4\n50,\"y,\"\"z\"\n", source: "north")
    for id in [6, 70] {
      _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "\(id)"), ("name", "web")]))
    }
    try store.write("id,name,_submission\n5,\"y,\"\"z\",5\n", to: "back.csv")
    _ = try store.recorder.importCorrections(CorrectionRequest(path: store.path("back.csv")))
    var waived = SubmissionSelection.all
    waived.rule = "id.range"
    _ = try store.recorder.waive(waived, by: "ana", reason: "known")
    let retracted = try store.add("id,name\n9,x\n")
    _ = try store.recorder.retract(
      RetractionRequest(importID: #require(retracted.importID), by: "ana", reason: "wrong"))
    return store
  }

  private func fact(_ proof: Proof, _ key: String) throws -> String? {
    guard case .object(let members) = try ProofReport(proof.bytes).json else { return nil }
    return members.first { $0.key == key }?.value.text
  }

  /// The numbers of the events of a kind.
  private func events(_ store: TemporaryStore, _ kind: String) throws -> [Int64] {
    try store.rows("SELECT number FROM event WHERE kind = '\(kind)' ORDER BY number")
      .compactMap { Int64($0) }
  }

  @Test(arguments: [
    (1, #"["1","a"]"#, "accepted"), (2, #"["2","much too long"]"#, "accepted"),
    (3, #"["30","x"]"#, "rejected"), (4, #"["4"]"#, "rejected"),
    (5, #"["50","y,\"z"]"#, "rejected"), (6, #"["6","web"]"#, "accepted"),
    (7, #"["70","web"]"#, "rejected"), (8, #"["5","y,\"z"]"#, "accepted"),
  ])
  func proofsShowTheRecord(_ id: Int64, cells: String, verdict: String) throws {
    let store = try Self.filledStore()
    let proof = try store.recorder.proof(of: id)
    #expect(try fact(proof, "submission") == "\(id)")
    #expect(try fact(proof, "cells") == JSON.string(cells).text)
    #expect(try fact(proof, "verdict") == "\"\(verdict)\"")
    #expect(try fact(proof, "rules") == #""people@1""#)
    #expect(proof.bytes.count < 1_600)
    // A later receipt, and a proof without content.
    let first = try store.recorder.proof(of: id, hasContent: false)
    #expect(try fact(first, "verdict") == "null")
    #expect(try fact(first, "submission") == "\(id)")
    #expect(String(decoding: first.bytes, as: UTF8.self).contains("text") == false)
  }

  @Test func correctionsDecisionsPurgesAndRetractionsAreProved() throws {
    let store = try Self.filledStore()
    let correction = try store.recorder.proof(of: 8)
    #expect(String(decoding: correction.bytes, as: UTF8.self).contains("\ntext corrects 5\n"))
    let decision = try #require(try events(store, "decision").first)
    let waiver = try store.recorder.proof(of: 3, event: decision, rule: "id.range")
    #expect(try fact(waiver, "rule") == #""id.range""#)
    #expect(try fact(waiver, "decision") == #""waive""#)
    #expect(try fact(waiver, "reason") == #""known""#)
    #expect(throws: RecorderError.self) {
      try store.recorder.proof(of: 3, event: decision, rule: "name.length")
    }
    #expect(throws: RecorderError.self) { try store.recorder.proof(of: 1, event: decision) }
    let retraction = try #require(try events(store, "retraction").first)
    #expect(try fact(store.recorder.proof(of: 9, event: retraction), "submission") == "9")
    _ = try store.recorder.purge(PurgeRequest(.submissions([6]), by: "ana", reason: "erasure"))
    let purge = try #require(try events(store, "purge").first)
    #expect(try fact(store.recorder.proof(of: 6, event: purge), "kind") == #""purge""#)
    #expect(throws: RecorderError.self) { try store.recorder.proof(of: 6) }
  }

  @Test func decisionAboutSeveralRulesRequiresOne() throws {
    let store = try TemporaryStore(Self.definitions.replacing("severity: warning", with: ""))
    try store.add("id,name\n30,much too long\n40,x\n")
    _ = try store.recorder.waive(.all, by: "ana", reason: "known")
    let decision = try #require(try events(store, "decision").first)
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.proof(of: 1, event: decision)
    }
    #expect(
      error?.description
        == "event \(decision) is about several rules of submission 1; name one of them: id.range, "
        + "name.length")
    for rule in ["id.range", "name.length"] {
      let proof = try store.recorder.proof(of: 1, event: decision, rule: rule)
      #expect(try fact(proof, "rule") == "\"\(rule)\"")
    }
    #expect(
      try fact(store.recorder.proof(of: 2, event: decision), "rule") == #""id.range""#)
  }

  @Test func verdictsOfReplaysAreProved() throws {
    let store = try Self.filledStore()
    try store.apply(Self.definitions.replacing("max: 10", with: "max: 40"))
    _ = try store.recorder.replay(ReplayRequest())
    let proof = try store.recorder.proof(of: 3)
    #expect(try fact(proof, "submission") == "3")
    #expect(try fact(proof, "verdict") == #""accepted""#)
    #expect(try fact(proof, "rules") == #""people@2""#)
    let run = try #require(try events(store, "run").first)
    #expect(try fact(store.recorder.proof(of: 3, event: run), "verdict") == #""rejected""#)
  }

  /// Earlier proofs stay valid, and new ones of the other records can be written.
  @Test func proofsSurvivePurgesRunsAndBackups() throws {
    let store = try Self.filledStore()
    let before = try (1...8).map { try store.recorder.proof(of: $0) }
    _ = try store.recorder.purge(PurgeRequest(.submissions([2, 7]), by: "ana", reason: "erasure"))
    _ = try store.recorder.purge(PurgeRequest(.submissions([4]), by: "ana", reason: "erasure"))
    try store.add("id,name\n1,b\n")
    let backup = store.path("backup.sqlite")
    _ = try store.recorder.backUp(to: backup)
    try store.recorder.expectValid()
    for proof in before {
      let report = try ProofReport(proof.bytes, against: proof.head)
      #expect(report.isConfirmed == true)
      #expect(
        try store.rows("SELECT lower(hex(head)) FROM event WHERE number = \(proof.receiptEvent)")
          == [proof.head])
    }
    for recorder in [store.recorder, Recorder(database: backup)] {
      for id in [1, 3, 5, 6, 8] as [Int64] {
        let proof = try recorder.proof(of: id)
        #expect(try fact(proof, "cells") == fact(before[Int(id) - 1], "cells"))
      }
      for id in [2, 4, 7] as [Int64] {
        #expect(throws: RecorderError.self) { try recorder.proof(of: id) }
      }
    }
  }

  /// Blocks, events and records at every position.
  @Test func proofsOfLargeRunsAreShort() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name\n" + (1...3_500).map { "\($0),n\n" }.joined())
    for id in [1, 2, 1_000, 1_001, 3_001, 3_499, 3_500] as [Int64] {
      let proof = try store.recorder.proof(of: id)
      #expect(try fact(proof, "submission") == "\(id)")
      #expect(try fact(proof, "record") == "\(id)")
      #expect(proof.bytes.count < 1_600)
    }
    _ = try store.recorder.purge(
      PurgeRequest(.submissions(Array(1...999) + [1_500]), by: "ana", reason: "erasure"))
    for id in [1_000, 1_001, 1_499, 1_501, 3_500] as [Int64] {
      #expect(try fact(store.recorder.proof(of: id), "record") == "\(id)")
    }
    try store.recorder.expectValid()
    // Of a thousand neighbours in one block, little is kept.
    #expect(
      try store.rows("SELECT length(salt) < 700, length(withdrawn) < 300 FROM block LIMIT 1")
        == ["1|1"])
  }

  /// A file that is larger than any proof is reported as such, and not read to a limit.
  @Test func largeFilesAreRefused() throws {
    let store = try Self.filledStore()
    let proof = try store.recorder.proof(of: 1)
    try store.recorder.write(proof, to: store.path("proof.txt"))
    let size = proof.bytes.count
    _ = try ProofReport(file: store.path("proof.txt"), maximumBytes: size)
    let error = #expect(throws: RecorderError.self) {
      try ProofReport(file: store.path("proof.txt"), maximumBytes: size - 1)
    }
    #expect(error?.reason == .unreadable && error?.description.contains("too large") == true)
  }

  /// A proof of a record that takes more than 16 MiB with its escapes.
  @Test func longRecordsAreProved() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write("id,name\n1,\(String(repeating: "\u{1}", count: 2_900_000))\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.input.maximumRecordBytes = 4_000_000
    _ = try store.recorder.importFile(request, ImportCallbacks())
    try store.recorder.write(store.recorder.proof(of: 1), to: store.path("proof.txt"))
    #expect(try ProofReport(file: store.path("proof.txt")).verdict == "accepted")
  }

  @Test func receiptsOfOtherStoresConfirmNothing() throws {
    let store = try Self.filledStore()
    let proof = try store.recorder.proof(of: 1)
    let other = String(repeating: "0", count: 64)
    #expect(try ProofReport(proof.bytes, against: other).isConfirmed == false)
    let line =
      #"{"at":"","event":\#(proof.receiptEvent),"head":"\#(proof.head)","store":"","database":""}"#
    try store.write("x\n\(line)\n", to: "receipts")
    #expect(try ProofReport(proof.bytes, against: store.path("receipts")).isConfirmed == true)
    try store.write(line.replacing("\"event\":", with: "\"event\":1"), to: "receipts")
    #expect(try ProofReport(proof.bytes, against: store.path("receipts")).isConfirmed == false)
  }

  /// ROUNDS=770 tries a million proofs.
  @Test func noChangedProofIsValid() throws {
    let store = try Self.filledStore()
    var proofs = try (1...8).map { try store.recorder.proof(of: $0).bytes }
    proofs.append(try store.recorder.proof(of: 3, event: events(store, "decision")[0]).bytes)
    proofs.append(try store.recorder.proof(of: 9, event: events(store, "retraction")[0]).bytes)
    proofs += try (1...8).map { try store.recorder.proof(of: $0, hasContent: false).bytes }
    let known = Set(proofs)
    let failure = RandomRounds.run("proofs", 1_300, long: 4_000) { random, show in
      let changed = Self.change(proofs.randomElement(using: &random)!, proofs, &random)
      show(String(decoding: changed, as: UTF8.self))
      guard !known.contains(changed), (try? ProofReport(changed)) != nil else { return nil }
      return "a changed proof is valid"
    }
    #expect(failure == nil, "\(failure ?? "")")
  }

  /// Changes a bit, a digit, a line or a word.
  private static func change(
    _ proof: [UInt8], _ others: [[UInt8]], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var proof = proof
    let place = Int.random(in: 0..<proof.count, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: proof[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: proof.remove(at: place)
    case 2: proof.insert(UInt8.random(in: 9..<127, using: &random), at: place)
    case 3: proof = Array(proof[..<place])
    case 4:
      let digits = proof.indices.filter { (0x30...0x39).contains(proof[$0]) }
      proof[digits.randomElement(using: &random)!] = UInt8.random(in: 0x30...0x39, using: &random)
    default:
      var lines = proof.split(separator: 0x0A, omittingEmptySubsequences: false)
      let other = others.randomElement(using: &random)!
        .split(separator: 0x0A, omittingEmptySubsequences: false)
      let line = Int.random(in: 0..<lines.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 5: lines[line] += Array([" ", " x", "\r", "\t"].randomElement(using: &random)!.utf8)
      case 0: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &random))
      case 1: lines.insert(lines[line], at: line)
      case 2: lines.remove(at: line)
      case 3:
        // The same line of another proof, such as its record, path or event.
        let key = lines[line].prefix { $0 != 0x20 }
        if let same = other.first(where: { $0.prefix { $0 != 0x20 } == key }) { lines[line] = same }
      default:
        var words = lines[line].split(separator: 0x20, omittingEmptySubsequences: false)
        let word = Int.random(in: 0..<words.count, using: &random)
        words.swapAt(word, Int.random(in: 0..<words.count, using: &random))
        lines[line] = ArraySlice(words.joined(separator: [0x20]))
      }
      proof = Array(lines.joined(separator: [0x0A]))
    }
    return proof
  }
}
