#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FormServer

/// What the server remembers.
extension LimitProbe {
  static let memory = [
    // The oldest session ends with the fourth one.
    LimitProbe("maximumSessions", 3, [200, 303, 200, 200]) { configuration in
      let server = try PageServer(form, isOpen: false, configuration)
      let user = try server.recorder.grantUser(
        AccessRequest(name: "Ana", role: .submit), password: "correct horse battery")
      return try await server.run { client in
        func signIn() -> HTTPFields {
          let header = client.core.sessions.begin(grant: user, isSecure: false)
          return [.cookie: String(header.prefix { $0 != ";" })]
        }
        var sessions = [signIn(), signIn(), signIn()]
        var statuses = [try await client.get("/", sessions[0]).status]
        sessions.append(signIn())
        for index in [0, 1, 3] {
          statuses.append(try await client.get("/", sessions[index]).status)
        }
        return statuses
      }
    },
    // A draft counts as 1 KiB and its values, of which each counts as 32 bytes and its length.
    LimitProbe("maximumDrafts", 3000, [1, 0]) { configuration in
      try await PageServer(form, configuration).run { client in
        let controls = try await client.core.pages.forms.form("f", rules: nil).controls
        return [443, 444].map { length in
          let drafts = PageDrafts(configuration, ServerClock())
          for (key, length) in [("a", 443), ("b", length)] {
            let text = String(repeating: "x", count: length)
            drafts.keep(.of(FormEntries([(name: "a", value: text)], controls)), as: key)
          }
          return drafts.number("a")
        }
      }
    },
    // The third client takes over the fuller bucket, and empties it.
    LimitProbe("maximumClients", 2, [200, 200, 200, 429, 200, 429, 429, 429]) { configuration in
      let limit = RateLimit(
        perMinute: 2, maximumClients: configuration.maximumClients, TestClock().clock)
      return ["a", "a", "b", "a", "c", "c", "a", "b"].map { limit.status($0) }
    },
    LimitProbe("maximumReports", 2, [1, 2, 2, 3, 3, 4]) { configuration in
      let reports = AuditReports(configuration, ServerClock())
      let made = Atomic(0)
      var numbers: [Int] = []
      for number in [1, 2, 1, 3, 2, 1] {
        _ = try await reports.page(.numbered(number)) {
          made.add(1, ordering: .relaxed)
          return "page"
        }
        numbers.append(made.load(ordering: .relaxed))
      }
      return numbers
    },
  ]

  static let form = """
    form: f
    fields: [{name: a, type: text}]
    ---
    rules: f
    form: f
    """
}

extension PageDrafts.Draft {
  static func of(_ entries: FormEntries) -> Self {
    Self(
      form: "f", session: nil, token: "", entries: entries, errors: [], notices: [],
      showsHoneypot: false)
  }
}

extension PageDrafts {
  /// The number of drafts with a key.
  func number(_ key: String) -> Int { draft(key, of: "f", session: nil) == nil ? 0 : 1 }
}

extension RateLimit {
  func status(_ client: String, _ amount: Int = 1) -> Int {
    do throws(Problem) {
      try count(client, amount)
      return 200
    } catch {
      return error.status.code
    }
  }
}
#endif
