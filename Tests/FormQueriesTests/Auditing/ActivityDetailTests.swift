import FormRules
import FormStore
import Testing

@testable import FormQueries

/// The stored form of activities, which does not change.
@Suite struct ActivityDetailTests {
  private static let url = "https://a.example"

  private static func link(
    importID: Int64? = nil, submissionID: Int64? = nil
  ) -> ActivityDetail {
    var grant = ActivityDetail.Grant("link", name: "w", role: "read", secretHash: "s")
    (grant.form, grant.importID, grant.submissionID) = ("f", importID, submissionID)
    grant.expiresAt = "E"
    return .grant(grant)
  }

  private static let late = RecordedLateDelivery(
    LateDelivery(source: "north", form: "f", due: Instant(seconds: 1_800_000_000), last: nil))

  private static let cases: [(detail: ActivityDetail, json: String, action: String)] = [
    (
      .grant(.init("user", name: "w", role: "admin", secretHash: "s")),
      #"{"holder":"user","name":"w","role":"admin","secret":"s"}"#,
      "granted user 'w' the role admin on all forms"
    ),
    (
      link(importID: 3),
      #"{"form":"f","holder":"link","import":3,"name":"w","role":"read","secret":"s","until":"E"}"#,
      "granted link 'w' the role read on import 3"
    ),
    (
      link(submissionID: 7),
      """
      {"form":"f","holder":"link","name":"w","role":"read","secret":"s","submission":7,\
      "until":"E"}
      """,
      "granted link 'w' the role read on submission 7"
    ),
    (
      .revoke(.init("token", name: "web")), #"{"holder":"token","name":"web"}"#,
      "revoked the access of token 'web'"
    ),
    (.read(.init("forms")), #"{"subject":"forms"}"#, "read forms"),
    (.copy(.init("all")), #"{"subject":"all"}"#, "copied all"),
    (
      .restoration(.init(first: 5, last: 8, head: "cd")), #"{"from":5,"head":"cd","through":8}"#,
      "declared that events 5 to 8 are gone: an earlier copy took the place of the database"
    ),
    (
      .webhook(.init(url, events: ["runFinished"], form: nil, signingKey: "a2V5")),
      #"{"events":["runFinished"],"secret":"a2V5","url":"https://a.example"}"#,
      "added a webhook to https://a.example for all forms"
    ),
    (
      .webhook(.init(url, events: ["a", "b"], form: "f", signingKey: "a2V5")),
      #"{"events":["a","b"],"form":"f","secret":"a2V5","url":"https://a.example"}"#,
      "added a webhook to https://a.example for form f"
    ),
    (
      .webhookRemoval(.init(url)), #"{"url":"https://a.example"}"#,
      "removed the webhook to https://a.example"
    ),
    (
      .webhookNotification(.init(url, through: 9, isDelivered: true, outcome: "2 sent")),
      #"{"isDelivered":true,"outcome":"2 sent","through":9,"url":"https://a.example"}"#,
      "sent events up to 9 to https://a.example: 2 sent"
    ),
    (
      .webhookNotification(.init(url, through: 9, isDelivered: false, outcome: "status 500")),
      #"{"isDelivered":false,"outcome":"status 500","through":9,"url":"https://a.example"}"#,
      "could not send events up to 9 to https://a.example: status 500"
    ),
    (
      .webhookNotification(.init(url, through: 9)), #"{"through":9,"url":"https://a.example"}"#,
      "marked the events after 9 to send to https://a.example again"
    ),
    (.mail(.init(outcome: "began")), #"{"outcome":"began"}"#, "began"),
    (
      .lateDelivery(late), #"{"form":"f","name":"north","until":"2027-01-15T08:00:00Z"}"#,
      """
      noted that the delivery of north for form f that was due at 2027-01-15T08:00:00Z has not \
      arrived
      """
    ),
  ]

  @Test func activitiesHaveTheirStoredForm() {
    #expect(Set(Self.cases.map { $0.detail.kind }) == Set(StoredActivity.Kind.allCases))
    for (detail, json, action) in Self.cases {
      #expect(detail.json.text == json)
      #expect(detail.action == action)
      // Other members are ignored.
      let read = ActivityDetail(detail.kind, #"{"mail":{"through":1},"# + json.dropFirst())
      #expect(read?.kind == detail.kind && read?.json.text == json, "\(json)")
    }
  }

  /// An altered store may contain any text.
  @Test(arguments: StoredActivity.Kind.allCases)
  func otherTextIsNotRead(_ kind: StoredActivity.Kind) {
    for json in ["", "{", "[]", "{}"] {
      #expect(ActivityDetail(kind, json) == nil, "\(json)")
    }
  }
}
