import FormRules
import FormStore

/// The entry of the log for a read of personal data.
struct LoggedRead: Sendable {
  private let detail: String
  private let attribution: Attribution

  /// - Parameters:
  ///   - subject: A description of the data.
  ///   - name: The name of the person or program that reads.
  /// - Throws: `RecorderError` if the name is not valid.
  init(_ subject: String, by name: String) throws(RecorderError) {
    attribution = Attribution(by: name, reason: nil)
    try attribution.requireStorable()
    var detail = ActivityDetail()
    detail.subject = subject
    self.detail = detail.json.text
  }

  func append(to store: WritableStore, at now: String) throws(StoreError) {
    _ = try store.record(.read, detail: detail, at: now, attribution)
  }
}
