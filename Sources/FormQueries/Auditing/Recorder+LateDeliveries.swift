public import FormRules
import FormStore

extension Recorder {
  /// The deliveries that sources are expected to send (`ExpectedDelivery`) and that have not
  /// arrived, in the order of sources and forms.
  ///
  /// A delivery counts for the due time that is nearest to it, before or after it.
  /// A source is not late before it was due for the first time after the version with which its
  /// deliveries became expected was stored. A later version may change when they are due.
  /// Reads the imports of each expected delivery, but no submissions.
  ///
  /// - Parameter form: The form to examine, or nil for all.
  public func lateDeliveries(form: String? = nil) throws(RecorderError) -> [LateDelivery] {
    let now = try settings.now()
    return try withStore { store in
      try store.latestVersions(of: .source).flatMap { version in
        try version.source().forms.compactMap { sent -> LateDelivery? in
          guard form ?? sent.form == sent.form,
            let late = try store.lateDelivery(of: sent, from: version.name, at: now),
            try store.beginning(ofExpecting: sent.form, from: version.name).map({ $0 < late.due })
              ?? true
          else { return nil }
          return late
        }
      }
    }
  }
}

extension Store {
  /// The delivery of a form that is due, or nil if it has arrived.
  fileprivate func lateDelivery(
    of sent: SourceForm, from source: String, at now: Instant
  ) throws -> LateDelivery? {
    guard let expected = sent.expected else { return nil }
    let zone = try version(of: .form, named: sent.form)?.form().zone
    let due = expected.lastDueTimes(before: now, in: zone)
    let last = try lastDelivery(form: sent.form, source: source).flatMap { Instant(text: $0) }
    let middle = Instant(seconds: (due.earlier.seconds + due.later.seconds) / 2)
    guard last.map({ $0 <= middle }) ?? true else { return nil }
    return LateDelivery(source: source, form: sent.form, due: due.later, last: last)
  }

  /// The time since which deliveries of a form have been expected without interruption, or nil if
  /// they are not.
  fileprivate func beginning(ofExpecting form: String, from source: String) throws -> Instant? {
    let versions = try allVersions(of: .source, named: source)
    let expecting = try versions.reversed().prefix { version in
      try version.source().forms.contains { $0.form == form && $0.expected != nil }
    }
    return expecting.last.flatMap { Instant(text: $0.createdAt) }
  }
}

/// A delivery that is due.
public struct LateDelivery: Sendable, Equatable, Encodable {
  /// The source.
  public var source: String
  /// The form.
  public var form: String
  /// The time at which the delivery was due.
  public var due: Instant
  /// The time at which the last delivery was imported, or nil if there is none.
  public var last: Instant?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "source": source, "form": form, "due": due.description, "last": last?.description,
    ])
  }
}
