import FormRecorder
import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

/// Comments on submissions and failures.
@Suite struct CommentTests {
  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Bo,bad\n")
    return store
  }

  @Test func commentsAreSealedAndShown() throws {
    let store = try filled()
    _ = try store.recorder.comment(on: 1, text: "good", by: "ana")
    let report = try store.recorder.comment(
      on: 2, rule: "id.range", text: "is 200\r\nright?", by: "bo")
    let comments = try store.recorder.history(of: 2).comments
    #expect(comments.map(\.text) == ["is 200\nright?"])
    #expect(comments.map(\.rule) == ["id.range"] && comments.map(\.by) == ["bo"])
    #expect(try store.recorder.history(of: 1).comments.map(\.text) == ["good"])
    #expect(try store.recorder.verify(against: report.head).isOK)
    #expect(
      try store.dump().contains(
        #"{"comment":"is 200\nright?","submission":"#))
    // A waived failure can have comments, too, and a comment changes no verdict.
    _ = try store.recorder.waive(.submissions([2]), by: "ana", reason: "known")
    _ = try store.recorder.comment(on: 2, rule: "id.range", text: "yes", by: "ana")
    #expect(try store.recorder.audit(.all).total.waived == 1)
  }

  /// A failure that a replay no longer found has no comments.
  @Test func commentsConcernTheCurrentVerdict() throws {
    let store = try filled()
    try store.apply(TemporaryStore.definitions.replacing("max: 100", with: "max: 300"))
    _ = try store.recorder.replay(ReplayRequest())
    #expect(throws: RecorderError.self) {
      try store.recorder.comment(on: 2, rule: "id.range", text: "x", by: "ana")
    }
    _ = try store.recorder.comment(on: 2, rule: "email.email", text: "x", by: "ana")
  }

  @Test(
    arguments: [
      (1, nil, "", "ana"), (1, nil, " \n", "ana"), (1, nil, "x", " "), (9, nil, "x", "ana"),
      (1, "id.range", "x", "ana"), (2, "id.rang", "x", "ana"), (1, nil, "a\u{7}", "ana"),
      (1, nil, "a\tb", "ana"), (1, nil, "a\rb", "ana"), (1, nil, "a\u{85}", "ana"),
      (1, nil, String(repeating: "é", count: 2_001), "ana"),
      (1, nil, "e" + String(repeating: "\u{301}", count: 2_000), "ana"),
    ] as [(Int64, String?, String, String)])
  func othersAreRefused(submission: Int64, rule: String?, text: String, by: String) throws {
    let store = try filled()
    #expect(throws: RecorderError.self) {
      try store.recorder.comment(on: submission, rule: rule, text: text, by: by)
    }
    #expect(try store.rows("SELECT count(*) FROM comment") == ["0"])
  }

  /// A name with other bytes is another rule, although the texts are canonically equivalent.
  @Test func rulesAreNamedByTheirBytes() throws {
    let store = try TemporaryStore(
      TemporaryStore.definitions.replacing("id", with: "\u{E9}"))
    try store.add("\u{E9},name,email\n200,Bo,bad\n")
    #expect(throws: RecorderError.self) {
      try store.recorder.comment(on: 1, rule: "e\u{301}.range", text: "x", by: "ana")
    }
    _ = try store.recorder.comment(on: 1, rule: "\u{E9}.range", text: "x", by: "ana")
  }

  @Test func longTextsAreStored() throws {
    let store = try filled()
    let text = String(repeating: "😀", count: 2_000)
    _ = try store.recorder.comment(on: 1, text: text, by: "ana")
    #expect(try store.recorder.history(of: 1).comments.map(\.text) == [text])
  }

  /// Neither the file nor the files next to it contain the text or the salt after a purge, which
  /// keeps those of other submissions.
  @Test func aPurgeDeletesTexts() throws {
    let store = try filled()
    _ = try store.recorder.comment(on: 1, text: "canary of one", by: "ana")
    _ = try store.recorder.comment(on: 2, text: "canary of two", by: "ana")
    let salt = try store.rows("SELECT lower(hex(salt)) FROM comment WHERE submission = 1")[0]
    let head = try store.recorder.verify().head
    let found = try store.recorder.purge(
      PurgeRequest(.submissions([1]), by: "ana", reason: "erasure"))
    #expect(found.submissions == 1)
    let history = try store.recorder.history(of: 1)
    #expect(history.comments.map(\.text) == [nil] && history.comments.map(\.by) == ["ana"])
    #expect(try store.recorder.history(of: 2).comments.map(\.text) == ["canary of two"])
    for suffix in ["", "-wal", "-shm"] {
      let url = URL(fileURLWithPath: store.recorder.database + suffix)
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let content = try Data(contentsOf: url)
      #expect(content.range(of: Data("canary of one".utf8)) == nil, "\(suffix)")
      let bytes = stride(from: 0, to: salt.count, by: 2).map { start in
        UInt8(salt.dropFirst(start).prefix(2), radix: 16)!
      }
      #expect(content.range(of: Data(bytes)) == nil, "\(suffix)")
    }
    #expect(try store.recorder.verify(against: head).isOK)
    #expect(throws: RecorderError.self) {
      try store.recorder.comment(on: 1, text: "again", by: "ana")
    }
  }

  /// A purge refuses to delete an altered comment, which could no longer be detected.
  @Test(arguments: ["text = 'never'", "rule = 'x'"])
  func aPurgeVerifiesComments(_ change: String) throws {
    let store = try filled()
    _ = try store.recorder.comment(on: 1, text: "good", by: "ana")
    try store.tamper("UPDATE comment SET \(change)")
    #expect(throws: RecorderError.self) {
      try store.recorder.purge(PurgeRequest(.submissions([1]), by: "ana", reason: "erasure"))
    }
  }
}
