import FormRules
import FormStore
import Foundation

/// The content of an activity. The kind determines which properties are set.
struct ActivityDetail: Codable {
  var name: String?
  var holder: String?
  var role: String?
  var form: String?
  /// The hash of a password, or the SHA-256 digest of a token.
  var secret: String?
  /// A description of the data that was read.
  var subject: String?
  var url: String?
  var events: [String]?
  /// The number of the last event that a delivery covers.
  var through: Int64?
  var isDelivered: Bool?
  /// The HTTP status or the reason of a failed delivery.
  var outcome: String?

  init() {}

  /// Decodes stored JSON. Sets no properties if the text is not valid.
  init(_ json: String) {
    self = (try? JSONDecoder().decode(Self.self, from: Data(json.utf8))) ?? Self()
  }

  /// The JSON with sorted keys.
  var json: String {
    get throws(RecorderError) {
      try explaining {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
      }
    }
  }

  /// A description for the log, without secrets.
  func action(_ kind: StoredActivity.Kind?) -> String {
    let name = (name ?? "").shown
    let form = form.map { "form \($0)" } ?? "all forms"
    return switch kind {
    case .grant: "granted \(holder ?? "") '\(name)' the role \(role ?? "") on \(form)"
    case .revoke: "revoked the access of \(holder ?? "") '\(name)'"
    case .read: "read \((subject ?? "").shown)"
    case .webhook: "added a webhook to \((url ?? "").shown) for \(form)"
    case .unhook: "removed the webhook to \((url ?? "").shown)"
    case .delivery:
      "\(isDelivered == true ? "announced" : "could not announce") events up to \(through ?? 0) to "
        + "\((url ?? "").shown): \((outcome ?? "").shown)"
    case nil: "an unknown activity"
    }
  }
}

extension Recorder {
  /// Records and seals an activity.
  @discardableResult
  func record(
    _ kind: StoredActivity.Kind, subject: Int64? = nil, _ detail: ActivityDetail,
    _ attribution: Attribution
  ) throws(RecorderError) -> (id: Int64, head: String) {
    guard hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
    let json = try detail.json
    let store = try storeForWriting(attribution)
    return try explaining {
      try store.record(
        kind, subject: subject, detail: json, at: clock().description, attribution)
    }
  }
}
