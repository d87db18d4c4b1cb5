import FormRecorder
import FormRules
import FormStore

/// The people who receive messages about events: operators, the contacts of sources, and the
/// senders of records.
struct MailRecipients {
  private let recorder: Recorder
  private let settings: MailSettings
  /// The forms of earlier events, by name and version.
  private var forms: [String: Form] = [:]

  init(_ recorder: Recorder, _ settings: MailSettings) {
    (self.recorder, self.settings) = (recorder, settings)
  }

  /// The recipients of messages about an event, in the notation of the mail queue.
  mutating func all(
    of event: StoredEvent, _ store: Store
  ) throws(RecorderError) -> [String] {
    var recipients = operators(of: event).map(\.address.address)
    recipients += try contacts(of: event, store).map { MailQueue.recipient($0) }
    if event.webhookEvent == .submissionAccepted, try form(of: event, store)?.mail != nil {
      recipients.append(MailQueue.sender)
    }
    return recipients
  }

  /// The operators who receive a message about the event, each address once.
  func operators(of event: StoredEvent) -> [MailSettings.Operator] {
    var known: Set<String> = []
    if let late = RecordedLateDelivery(event) {
      return settings.operators.filter {
        $0.receivesLateDeliveries && ($0.form ?? late.form) == late.form
          && known.insert($0.address.address).inserted
      }
    }
    guard let kind = event.webhookEvent, event.kind == .submission || event.counts.rejected != 0
    else { return [] }
    return settings.operators.filter {
      $0.events.contains(kind) && ($0.form ?? event.form?.name) == event.form?.name
        && known.insert($0.address.address).inserted
    }
  }

  /// The contacts who receive a message about the event, each once. They belong to the source of a
  /// late delivery, or of an import with rejected records.
  private func contacts(
    of event: StoredEvent, _ store: Store
  ) throws(RecorderError) -> [MailAddress] {
    guard let source = try source(of: event, store) else { return [] }
    var known: Set<String> = []
    // Addresses that are not supported receive nothing.
    return source.contacts.compactMap { MailAddress($0) }.filter {
      known.insert($0.address).inserted
    }
  }

  /// The definition of the source whose contacts receive a message about the event.
  func source(of event: StoredEvent, _ store: Store) throws(RecorderError) -> Source? {
    guard settings.contacts != nil else { return nil }
    var name = RecordedLateDelivery(event)?.source
    if event.webhookEvent == .importFinished, event.counts.rejected != 0,
      let id = event.import?.id
    {
      name = try recorder.import(id).source
    }
    guard let name else { return nil }
    return try mappingErrors { try store.version(of: .source, named: name)?.source() }
  }

  /// The version of the form that judged the records of the event. For a late delivery, the latest
  /// version.
  mutating func form(of event: StoredEvent, _ store: Store) throws(RecorderError) -> Form? {
    try mappingErrors {
      if let late = RecordedLateDelivery(event) {
        return try store.version(of: .form, named: late.form)?.form()
      }
      guard let name = event.form?.name, let version = event.form?.number else { return nil }
      if let form = forms["\(name)@\(version)"] { return form }
      let form = try store.allVersions(of: .form, named: name).first { $0.number == version }?
        .form()
      forms["\(name)@\(version)"] = form
      return form
    }
  }
}
