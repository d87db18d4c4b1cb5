import FormHashing
import FormRecorder
import FormRules
import FormStore

extension MailSender {
  /// The content of a message to a contact of a source, or nil if there is nothing to report: the
  /// delivery has arrived, or no record of the import is open.
  func contactContent(
    about event: StoredEvent, _ form: Form, _ source: Source, to address: MailAddress,
    in store: Store
  ) throws(RecorderError) -> MailContent? {
    let localization = localization(source.language)
    if let late = RecordedLateDelivery(event) {
      guard let found = try notice(of: late, form, source, in: localization) else { return nil }
      return MailContent(to: address, notice: found)
    }
    guard let id = event.import?.id, let contacts = settings.contacts,
      try mappingErrors({ try !store.openSubmissions(ofImport: id).isEmpty })
    else { return nil }
    let workbook = contacts.receivesWorkbook ? try workbook(ofImport: id, localization) : nil
    var notice = try report(
      onImport: id, form, localization,
      sentence: workbook.map { _ in "attached" }
        ?? (contacts.receivesWorkbook ? "notAttached" : nil))
    notice.sentences.insert(localization.sentence("sentRejected"), at: 0)
    notice.link = nil
    var link: OfferedLink?
    if let offered = contacts.link, let site = settings.site {
      let new = OfferedLink(toImport: id, offered, of: source, to: address)
      notice.sentences.append(localization.sentence("linkIsSecret"))
      notice.rows.append((localization.term("link expires"), try new.end(recorder)))
      notice.link = (localization.term("repair failures"), site + new.path)
      link = new
    }
    return MailContent(
      to: address, notice: notice,
      attachment: workbook.map { MailMessage.Attachment(number: id, content: $0) }, link: link)
  }

  /// The content of a message about a late delivery, or nil if it has arrived.
  ///
  /// - Parameter source: The definition of the source, whose title is shown to its contacts.
  func notice(
    of recorded: RecordedLateDelivery, _ form: Form, _ source: Source?,
    in localization: Localization
  ) throws(RecorderError) -> MailNotice? {
    let late = try recorder.lateDeliveries(form: recorded.form)
    guard let delivery = late.first(where: { RecordedLateDelivery($0) == recorded }) else {
      return nil
    }
    let title = localization.title(of: form)
    let texts: [(word: String, text: String?)] = [
      ("form", title), ("source", source?.title ?? recorded.source),
      ("due", delivery.due.description), ("last delivery", delivery.last?.description),
    ]
    let sentence = localization.sentence("deliveryLate")
    return MailNotice(
      localization: localization, subject: "\(title): \(sentence)", sentences: [sentence],
      rows: texts.compactMap { word, text in text.map { (localization.term(word), $0) } })
  }
}

/// A link in a message. Access is granted just before the message is reserved, and revoked if it is
/// not sent. If the process ends in between, the grant remains, but nobody knows its secret.
struct OfferedLink {
  private let importID: Int64
  private let link: MailSettings.Link
  private let name: String
  private let secret = String.randomSecret()

  /// - Parameter address: The recipient, which is part of the name in the log.
  init(
    toImport importID: Int64, _ link: MailSettings.Link, of source: Source, to address: MailAddress
  ) {
    (self.importID, self.link) = (importID, link)
    // A name in the log has at most 200 bytes. An address has only ASCII characters.
    let recipient = String("\(source.name) <\(address.address)>".prefix(140))
    name = "\(recipient), import \(importID)"
  }

  var path: String { AccessGrant.path(ofLink: secret) }

  /// The day on which the link expires.
  func end(_ recorder: Recorder) throws(RecorderError) -> String {
    let now = try recorder.settings.now()
    return Instant(seconds: now.seconds + Int64(link.days) * 86_400).date.description
  }

  func grant(by recorder: Recorder, _ attribution: Attribution) throws(RecorderError) -> AccessGrant
  {
    // Messages that a person has sent again have links of their own.
    var request = try AccessRequest(
      name: "\(name), \(recorder.settings.now())", role: link.role)
    (request.by, request.reason) = (attribution.by, attribution.reason)
    return try recorder.grantLink(request, secret: secret, toImport: importID, days: link.days)
  }
}
