import FormCurl
import FormNotifications
import FormRecorder
import FormRules

extension MailServer {
  /// Sends a message with libcurl.
  ///
  /// - Returns: The outcome and the dialogue with the server, without addresses and passwords in
  ///   the commands.
  func send(
    _ message: MailMessage, willSubmit: () -> Bool
  ) -> (outcome: MailOutcome, dialogue: [String]) {
    let client = SMTPClient(
      url: url, requiresTLS: security != .none, authorityFile: authorityFile,
      credentials: credentials.map { ($0.user, $0.password) },
      timeout: min(max(timeout, Self.timeouts.lowerBound), Self.timeouts.upperBound))
    do throws(ServiceError) {
      let result = try client.send(
        message.bytes, from: message.from.address, to: message.to.address, willSubmit: willSubmit)
      return (MailOutcome(result, host: host), result.dialogue)
    } catch {
      return (.unavailable(error.description), [])
    }
  }
}

extension MailOutcome {
  /// Texts of the server are not part of the outcome, because they may contain an address.
  init(_ result: SMTPClient.Transfer, host: String) {
    guard let error = result.error else {
      self = .accepted
      return
    }
    let (step, status) = (result.command ?? "the connection", result.status)
    switch (result.command, status) {
    case _ where result.isCancelled: self = .cancelled
    case ("RCPT", 400...), ("DATA", 400...),
      // The message is larger than the server accepts.
      ("MAIL", 552):
      self = .refused(step: step, status: status)
    case _ where result.isHandedOver: self = .unknown("\(host): \(error)")
    case (_, 400...): self = .unavailable("\(host): \(step) failed with status \(status)")
    default: self = .unavailable("\(host): \(error)")
    }
  }
}
