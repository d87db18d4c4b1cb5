import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Synchronization
import Testing

@testable import FormRecorder

/// Access grants, which the ledger seals.
@Suite struct AccessTests {
  private func store() throws -> TemporaryStore {
    try TemporaryStore(
      "form: people\nfields:\n  - {name: id, type: integer}\n---\nrules: people\nform: people\n")
  }

  @Test func tokenIsAcceptedUntilRevoked() throws {
    let store = try store()
    let recorder = store.recorder
    let (grant, token) = try recorder.grantToken(
      AccessRequest(name: "web", role: .submit, form: "people"))
    let other = try recorder.grantToken(AccessRequest(name: "other", role: .admin))
    #expect(try recorder.accessList().grant(token: token) == grant)
    #expect(try recorder.accessList().grant(token: token + "x") == nil)
    try recorder.revokeAccess(grant.id, reason: "moved")
    #expect(try recorder.accessList().grant(token: token) == nil)
    #expect(try recorder.accessGrants() == [other.grant])
    #expect(throws: RecorderError.self) { try recorder.revokeAccess(grant.id) }
    try recorder.expectValid()
  }

  /// A link gives access to its import only, until it expires or is revoked.
  @Test func linkIsLimitedToItsImport() throws {
    let store = try store()
    try store.add("id\n1\nx\n")
    func time(_ text: String) { store.recorder.settings.clock = { Instant(text: text)! } }
    time("2026-11-27T12:00:00Z")
    var request = AccessRequest(role: .correct)
    request.by = "ana"
    let (grant, path) = try store.recorder.grantLink(request, toImport: 1, days: 14)
    #expect(grant.name.hasPrefix("link to import 1, 2026-11-27T12:00:00Z, "))
    // Another one in the same second has another name.
    let other = try store.recorder.grantLink(request, toImport: 1).grant
    #expect(other.name != grant.name)
    try store.recorder.revokeAccess(other.id)
    #expect((grant.form, grant.importID, grant.role) == ("people", 1, .correct))
    #expect(grant.expiresAt == "2026-12-11T12:00:00Z")
    for permission in AccessGrant.Permission.allCases {
      #expect(!grant.allows(permission, on: "people"))
      #expect(!grant.allows(permission, on: nil))
    }
    let secret = String(path.dropFirst("/link?key=".count))
    #expect(secret.count == 43)
    #expect(try !store.dump().contains(secret))
    #expect(try store.recorder.accessList().grant(link: secret) == grant)
    #expect(try store.recorder.accessList().grant(token: secret) == nil)
    #expect(try store.recorder.accessList().grant(link: secret + "x") == nil)
    time("2026-12-11T11:59:59Z")
    #expect(try store.recorder.accessGrants() == [grant])
    time("2026-12-11T12:00:00Z")
    #expect(try store.recorder.accessList().grant(link: secret) == nil)
    #expect(try store.recorder.accessGrants().isEmpty)
    time("2026-11-28T12:00:00Z")
    try store.recorder.revokeAccess(grant.id)
    #expect(try store.recorder.accessList().grant(link: secret) == nil)
    expectError("import 2") { try store.recorder.grantLink(request, toImport: 2) }
    expectError("number of days") { try store.recorder.grantLink(request, toImport: 1, days: 0) }
    request.role = .admin
    expectError("to read or to correct") { try store.recorder.grantLink(request, toImport: 1) }
    try store.recorder.expectValid()
  }

  /// A list is continued with the events after it, unless its store has been replaced.
  @Test func listsReadOnlyNewEvents() throws {
    let store = try store()
    try store.add("id\n1\n")
    func time(_ text: String) { store.recorder.settings.clock = { Instant(text: text)! } }
    time("2026-11-27T12:00:00Z")
    let recorder = store.recorder
    let kept = try recorder.grantToken(AccessRequest(name: "kept", role: .read))
    let revoked = try recorder.grantToken(AccessRequest(name: "revoked", role: .read))
    let link = try recorder.grantLink("a secret", toSubmission: 1, days: 1)
    let copy = store.path("copy.sqlite")
    _ = try recorder.backUp(to: copy)
    let known = try recorder.accessList()
    #expect(known.grants == [kept.grant, revoked.grant, link])
    let event = try recorder.withStore { try $0.lastEvent() }
    try recorder.revokeAccess(revoked.grant.id)
    try recorder.logRead("submissions", by: "kept")
    let added = try recorder.grantToken(AccessRequest(name: "added", role: .read))
    let read = try recorder.withStore { try $0.activities([.grant, .revoke], after: event) }
    #expect(read.map(\.subject) == [revoked.grant.id, nil])
    time("2026-11-28T12:00:00Z")
    let list = try store.recorder.accessList(after: known)
    #expect(list.grants == [kept.grant, added.grant])
    #expect(list.grant(token: revoked.token) == nil)
    #expect(list.grant(link: "a secret") == nil && list.hasEnded(link: "a secret"))
    #expect(!known.hasEnded(link: "a secret") && !list.hasEnded(link: "another"))
    #expect(try store.recorder.accessList(after: list).grants == list.grants)
    // A continued list does not read the earlier grants again.
    try store.tamper("UPDATE activity SET detail = replace(detail, 'kept', 'changed')")
    #expect(try store.recorder.accessList(after: list).grants.first?.name == "kept")
    #expect(try store.recorder.accessList().grants.first?.name == "changed")
    // A clock that was ahead ends no link.
    time("2026-11-27T12:00:00Z")
    #expect(try !store.recorder.accessList(after: list).hasEnded(link: "a secret"))
    // The earlier copy has fewer events, so it is read from the beginning.
    let earlier = Recorder(database: copy)
    #expect(try earlier.accessList(after: list).grant(token: revoked.token) == revoked.grant)
  }

  @Test func userSignsInWithPassword() throws {
    let store = try store()
    let recorder = store.recorder
    let grant = try recorder.grantUser(
      AccessRequest(name: "ana", role: .correct), password: "a long password")
    let list = try recorder.accessList()
    #expect(list.grant(user: "ana", password: "a long password") == grant)
    #expect(list.grant(user: "ana", password: "another password") == nil)
    #expect(list.grant(user: "bob", password: "a long password") == nil)
    #expect(list.grant(user: "bob", password: "") == nil)
  }

  @Test func invalidGrantsAreRejected() throws {
    let store = try store()
    let recorder = store.recorder
    _ = try recorder.grantToken(AccessRequest(name: "web", role: .submit))
    expectError("already exists") {
      try recorder.grantToken(AccessRequest(name: "web", role: .read))
    }
    expectError("a name is required") {
      try recorder.grantToken(AccessRequest(name: " ", role: .read))
    }
    expectError("unknown form 'none'") {
      try recorder.grantToken(AccessRequest(name: "a", role: .read, form: "none"))
    }
    expectError("without a version") {
      try recorder.grantToken(AccessRequest(name: "a", role: .read, form: "people@1"))
    }
    expectError("the length of a password") {
      // 14 characters.
      try recorder.grantUser(AccessRequest(name: "ana", role: .read), password: "fourteen chars")
    }
  }

  /// Processes that grant at the same time compare names and secrets in one transaction.
  @Test func concurrentGrantsAreCompared() throws {
    let store = try store()
    try store.add("id\nx\n")
    let found = Mutex((names: 0, links: Set<Int64>()))
    DispatchQueue.concurrentPerform(iterations: 8) { [database = store.recorder.database] index in
      let recorder = Recorder(database: database, lockTimeout: 600)
      do throws(RecorderError) {
        if index % 2 == 0 {
          _ = try recorder.grantToken(AccessRequest(name: "web", role: .submit))
          found.withLock { $0.names += 1 }
        } else {
          let grant = try recorder.grantLink("a secret", toSubmission: 1, days: 7)
          found.withLock { _ = $0.links.insert(grant.id) }
        }
      } catch {
        if index % 2 == 1 || error.reason != .refused { Issue.record(error) }
      }
    }
    #expect(found.withLock { $0.names } == 1)
    #expect(found.withLock { $0.links.count } == 1)
    let recorder = Recorder(database: store.recorder.database)
    #expect(try recorder.accessGrants().count == 2)
    // A revoked link is not granted again.
    try recorder.revokeAccess(found.withLock { $0.links.first ?? 0 })
    #expect(throws: RecorderError.self) {
      try recorder.grantLink("a secret", toSubmission: 1, days: 7)
    }
  }

  /// The permissions of each role on its own form and on another form.
  @Test(arguments: [
    (AccessGrant.Role.submit, [AccessGrant.Permission.submit]), (.read, [.read]),
    (.correct, [.submit, .read, .correct]), (.admin, AccessGrant.Permission.allCases),
  ])
  func rolesHaveTheirPermissions(role: AccessGrant.Role, permissions: [AccessGrant.Permission]) {
    let grant = AccessGrant(
      id: 1, name: "x", credential: .token, role: role, form: "people", grantedAt: "",
      grantedBy: nil)
    for permission in AccessGrant.Permission.allCases {
      #expect(grant.allows(permission, on: "people") == permissions.contains(permission))
      #expect(!grant.allows(permission, on: "others"))
      #expect(!grant.allows(permission, on: nil))
    }
  }

  @Test func storeContainsNoToken() throws {
    let store = try store()
    let token = try store.recorder.grantToken(AccessRequest(name: "web", role: .submit)).token
    let details = try store.rows("SELECT detail FROM activity").joined()
    #expect(!details.contains(token))
    #expect(!details.contains(token.dropFirst(4)))
  }

  @Test func readsAndGrantsAreLogged() throws {
    let store = try store()
    let recorder = store.recorder
    var request = AccessRequest(name: "web", role: .submit, form: "people")
    request.by = "me"
    _ = try recorder.grantToken(request)
    try recorder.logRead("open submissions of people as csv", by: "web")
    var filter = LogFilter()
    filter.kinds = [.activity]
    var actions: [String] = []
    try recorder.forEachEvent(filter) { actions.append("\($0.by ?? ""): \($0.action)") }
    #expect(
      actions == [
        "me: granted token 'web' the role submit on form people",
        "web: read open submissions of people as csv",
      ])
  }
}
