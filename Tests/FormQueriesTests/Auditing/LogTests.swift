import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

@testable import FormQueries
@testable import FormRecorder

@Suite struct LogTests {
  /// A store with every kind of event, for two forms.
  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Bo,canary\n300,Canary,x\n", source: "north")
    try store.add("id,name,email\n4,Di,a@b.de\n", as: "later.csv")
    var submit = SubmissionRequest(fields: [("id", "7"), ("name", "canary")])
    (submit.by, submit.reason) = ("web", "form 12")
    _ = try store.recorder.submit(submit)
    var waived = SubmissionSelection.submissions([2, 3])
    waived.rule = "id.range"
    _ = try store.recorder.waive(waived, by: "bo", reason: "known")
    var replay = ReplayRequest()
    (replay.importID, replay.by) = (1, "ana")
    _ = try store.recorder.replay(replay)
    _ = try store.recorder.purge(PurgeRequest(.submissions([3, 4]), by: "bo", reason: "erasure"))
    try store.write("id,name\n" + (1...2_000).map { "\($0),b\n" }.joined(), to: "broken.csv")
    var broken = ImportRequest(path: store.path("broken.csv"))
    broken.chunk = 1_000
    store.breakOff(broken)
    _ = try store.recorder.discard(4, by: "ana", reason: "wrong file")
    try store.recorder.logRead("open submissions", by: "web")
    var retraction = RetractionRequest(importID: 2, by: "ana", reason: "wrong file")
    _ = try store.recorder.retract(retraction)
    retraction.isUndo = true
    _ = try store.recorder.retract(retraction)
    _ = try store.recorder.comment(on: 2, text: "canary", by: "ana")
    _ = try store.recorder.assign(.submissions([2]), to: "bo", by: "ana")
    try store.apply(
      "form: other\nfields: [{name: a, type: text}]\n---\nrules: other\nform: other\n")
    return store
  }

  private func actions(
    _ store: TemporaryStore, last: Int? = nil, after: Int64 = 0,
    _ change: (inout LogFilter) -> Void = { _ in }
  ) throws -> [String] {
    var filter = LogFilter()
    change(&filter)
    var actions: [String] = []
    try store.recorder.forEachEvent(filter, after: after, last: last) { actions.append($0.action) }
    return actions
  }

  @Test func logContainsAllEventsInOrder() throws {
    let store = try filled()
    var events: [LoggedEvent] = []
    let end = try store.recorder.forEachEvent { events.append($0) }
    #expect(events.map(\.number) == Array(1...end))
    #expect(Set(events.map(\.kind)) == Set(EventKind.allCases))
    #expect(
      events.map(\.action) == [
        "created the database", "applied form people@1", "applied rules people@1",
        "bound rules people@1 to form people@1",
        "started import 1 of records.csv under people@1",
        "imported records.csv as import 1 under people@1: 3 records, 2 rejected",
        "started import 2 of later.csv under people@1",
        "imported later.csv as import 2 under people@1: 1 record, 0 rejected",
        "started intake 3 of single submissions under people@1",
        "submitted 5 under people@1: accepted", "waived 2 failures of 2 submissions",
        "replayed 3 submissions of people under people@1: 0 newly accepted, 0 newly rejected",
        "purged 2 submissions", "started import 4 of broken.csv under people@1",
        "discarded import 4 of broken.csv, with 1,000 records", "read open submissions",
        "retracted import 2 of later.csv, with 1 record",
        "undid the retraction of import 2 of later.csv, with 1 record",
        "commented on submission 2", "assigned 1 submission to bo",
        "applied form other@1", "applied rules other@1",
      ])
    #expect(events[18].submissionID == 2 && events[18].form == "people")
    #expect(events.filter { $0.by == "bo" }.map(\.reason) == ["known", "erasure"])
    #expect(events[9].by == "web" && events[9].reason == "form 12")
    #expect(events[10].form == "people" && events[12].form == "people")
    #expect(try store.recorder.verify().head == events.last?.head)
    for event in events {
      #expect(try store.recorder.verify(against: event.head).isOK)
      // The log contains no submitted values.
      #expect(!JSON.object(event.members).text.lowercased().contains("canary"))
    }
  }

  @Test func filtersSelectEvents() throws {
    let store = try filled()
    #expect(try actions(store) { $0.by = "web" }.count == 3)
    #expect(try actions(store) { $0.kinds = [.plan, .purge] }.count == 2)
    #expect(try actions(store) { $0.form = "other" }.count == 2)
    #expect(try actions(store) { $0.form = "people" }.count == 18)
    #expect(
      try actions(store) { $0.importID = 2 } == [
        "started import 2 of later.csv under people@1",
        "imported later.csv as import 2 under people@1: 1 record, 0 rejected",
        "purged 2 submissions", "retracted import 2 of later.csv, with 1 record",
        "undid the retraction of import 2 of later.csv, with 1 record",
      ])
    #expect(
      try actions(store) { $0.importID = 1 } == [
        "started import 1 of records.csv under people@1",
        "imported records.csv as import 1 under people@1: 3 records, 2 rejected",
        "waived 2 failures of 2 submissions",
        "replayed 3 submissions of people under people@1: 0 newly accepted, 0 newly rejected",
        "purged 2 submissions", "commented on submission 2", "assigned 1 submission to bo",
      ])
    #expect(try actions(store) { $0.importID = 3 }.count == 2)
    let times = try actions(store) {
      $0.since = Instant(seconds: 1_800_000_000)
      $0.through = Instant(seconds: 1_800_000_000)
    }
    #expect(times.count == 3)
    let later = try actions(store) {
      $0.since = Instant(seconds: 1_799_999_999, nanoseconds: 1)
      $0.through = Instant(seconds: 1_800_000_000, nanoseconds: 1)
    }
    #expect(later == times)
    let none = try actions(store) {
      $0.since = Instant(seconds: 1_800_000_000, nanoseconds: 1)
      $0.through = Instant(seconds: 1_800_000_000, nanoseconds: 2)
    }
    #expect(none.isEmpty)
    #expect(try actions(store, last: 2) == ["applied form other@1", "applied rules other@1"])
    #expect(try actions(store, last: 100).count == 22)
    #expect(try actions(store, last: 1) { $0.by = "bo" } == ["purged 2 submissions"])
    #expect(try actions(store, after: 21) == ["applied rules other@1"])
    #expect(try actions(store, after: 22).isEmpty)
    expectError("has 22 events, but had 23") { try actions(store, after: 23) }
    expectError("peopel") { try actions(store) { $0.form = "peopel" } }
    expectError("import 9") { try actions(store) { $0.importID = 9 } }
  }

  /// Reads more events than fit in one batch.
  @Test(arguments: [1, 7, 60, 61, 62, 500])
  func longLogsAreReadInBatches(_ batch: Int) throws {
    let store = try TemporaryStore(Self.submitted.get())
    var filter = LogFilter()
    filter.kinds = [.submission]
    func numbers(last: Int? = nil) throws -> [Int64] {
      var numbers: [Int64] = []
      _ = try store.recorder.forEachEvent(filter, after: 0, last: last, batch: batch) {
        numbers.append($0.number)
      }
      return numbers
    }
    let all = try numbers()
    #expect(all.count == 61 && all == all.sorted())
    #expect(try numbers(last: 35) == Array(all.suffix(35)))
    filter.by = "bo"
    #expect(try numbers() == [all[19], all[39], all[59]])
  }

  /// 61 submissions, every twentieth by another user.
  private static let submitted = Result {
    let store = try TemporaryStore()
    for id in 1...61 {
      var submit = SubmissionRequest(fields: [("id", "\(id)")])
      submit.by = id % 20 == 0 ? "bo" : "ana"
      _ = try store.recorder.submit(submit)
    }
    return try store.contents()
  }

  @Test func equalVersionsAreReported() throws {
    let store = try TemporaryStore()
    try store.apply(TemporaryStore.definitions.replacing("max: 100", with: "max: 50"))
    try store.apply(TemporaryStore.definitions)
    _ = try store.recorder.makeCurrent(VersionReference("people@2")!, kind: .ruleSet, by: "ana")
    #expect(
      try actions(store, last: 3) == [
        "applied rules people@2", "applied rules people@3, equal to version 1",
        "applied rules people@4, equal to version 2",
      ])
  }

  @Test func versionsOfSourcesAreDescribed() throws {
    let store = try TemporaryStore()
    try store.apply("source: north\nforms:\n  people: {map: {No: id}}\n")
    try store.write("Number,name\n1,Ana\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    (request.source, request.input.map) = ("north", [("Number", "id")])
    _ = try store.recorder.rememberMappingAndFormat(request, of: store.recorder.importFile(request))
    _ = try store.recorder.makeCurrent(VersionReference("north@1")!, kind: .source)
    var events: [LoggedEvent] = []
    try store.recorder.forEachEvent { if $0.source != nil { events.append($0) } }
    #expect(
      events.map(\.action) == [
        "applied source north@1", "applied source north@2",
        "applied source north@3, equal to version 1",
      ])
    #expect(events.map(\.sourceVersion) == [1, 2, 3])
    #expect(events.allSatisfy { $0.form == nil && $0.rules == nil })
    #expect(
      JSON.object(events[1].members).text.contains(#""source":"north","sourceVersion":2,"#))
  }
}
