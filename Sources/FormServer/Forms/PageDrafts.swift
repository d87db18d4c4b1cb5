#if Server
import FormRecorder
import FormRules
import Synchronization

/// The pages that are shown again with the entered values.
///
/// The response to a POST request redirects to such a page, so that the page can be reloaded and
/// has the address of the form. Values are kept in memory for a limited time. A page whose values
/// are gone is shown without them.
final class PageDrafts: Sendable {
  /// What a page shows.
  struct Draft: Sendable {
    /// The name of the form.
    let form: String
    /// The token of the session, if a user is signed in.
    let session: String?
    /// The token of the page; see `PageTokens`.
    let token: String
    let entries: FormEntries
    let errors: [ReportedError]
    /// The names of sentences above the form.
    let notices: [String]
    let showsHoneypot: Bool
    /// The stored submission with these values, which the page corrects.
    var corrects: SubmissionIdentity?
  }

  private struct Entry {
    let draft: Draft
    let keptAt: ContinuousClock.Instant
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The keys of the entries, oldest first.
    var order: [String] = []
    var byteCount = 0

    mutating func remove(_ key: String) {
      guard let entry = entries.removeValue(forKey: key) else { return }
      byteCount -= entry.draft.byteCount
      if let position = order.firstIndex(of: key) { order.remove(at: position) }
    }

    /// Removes the oldest drafts while a condition holds. They leave the order at once, because
    /// there may be tens of thousands of them.
    mutating func removeOldest(while condition: (Entry, _ byteCount: Int) -> Bool) {
      var number = 0
      while number < order.count, let entry = entries[order[number]], condition(entry, byteCount) {
        entries[order[number]] = nil
        byteCount -= entry.draft.byteCount
        number += 1
      }
      order.removeFirst(number)
    }
  }

  private let state = Mutex(State())
  private let maximumBytes: Int
  private let lifetime: Duration
  private let clock: ServerClock

  init(_ configuration: ServerConfiguration, _ clock: ServerClock) {
    maximumBytes = configuration.maximumDrafts
    lifetime = .seconds(configuration.draftLifetime)
    self.clock = clock
  }

  /// Keeps a draft.
  ///
  /// - Parameter key: A new random text, which the address of the page contains.
  func keep(_ draft: Draft, as key: String) {
    let now = clock.now()
    state.withLock { state in
      state.entries[key] = Entry(draft: draft, keptAt: now)
      state.order.append(key)
      state.byteCount += draft.byteCount
      state.removeOldest { entry, byteCount in
        now - entry.keptAt > lifetime || byteCount > maximumBytes
      }
    }
  }

  /// The draft with a key, for a form and the session that sent it.
  func draft(_ key: String, of form: String, session: String?) -> Draft? {
    state.withLock { state in
      guard let entry = state.entries[key], clock.now() - entry.keptAt <= lifetime,
        entry.draft.form == form, entry.draft.session == session
      else { return nil }
      return entry.draft
    }
  }

  func remove(_ key: String) { state.withLock { $0.remove(key) } }
}

extension PageDrafts.Draft {
  /// The approximate size in memory.
  fileprivate var byteCount: Int {
    1024 + entries.byteCount + errors.reduce(0) { $0 + 512 + $1.message.utf8.count }
  }
}
#endif
