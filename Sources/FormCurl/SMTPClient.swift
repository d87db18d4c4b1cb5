internal import CCurl
import FormRemote
package import FormRules

/// Sends mail to a server.
package struct SMTPClient {
  /// The URL, `smtp://HOST:PORT` or `smtps://HOST:PORT`.
  package var url: String
  /// Whether nothing is sent without TLS.
  package var requiresTLS: Bool
  /// The path of a file with the certificates to trust instead of those of the system.
  package var authorityFile: String?
  /// The user and the password.
  package var credentials: (user: String, password: String)?
  /// The maximum duration of a transfer, in seconds.
  package var timeout: Int

  package init(
    url: String, requiresTLS: Bool, authorityFile: String?,
    credentials: (user: String, password: String)?, timeout: Int
  ) {
    (self.url, self.requiresTLS, self.authorityFile) = (url, requiresTLS, authorityFile)
    (self.credentials, self.timeout) = (credentials, timeout)
  }

  /// What happened in a transfer.
  package struct Transfer: Sendable {
    /// The last command before the connection was ended, without arguments, and the status of the
    /// last reply to it, or 0. Before the first command, nil and the status of the greeting.
    package var (command, status): (String?, Int) = (nil, 0)
    /// The dialogue for people: commands without arguments, and replies.
    package var dialogue: [String] = []
    /// Whether libcurl has taken the whole body, so that the server may have received it.
    package var isHandedOver = false
    /// Whether `willSubmit` refused.
    package var isCancelled = false
    /// The reason of libcurl if the server did not accept the message.
    package var error: String?
  }

  /// Sends a message over a new connection. Blocks the thread.
  ///
  /// - Parameters:
  ///   - sender: The address of the sender, without line breaks.
  ///   - recipient: The address of the recipient, without line breaks.
  ///   - willSubmit: Called before the first byte of the body; if it returns false, nothing of the
  ///     body is sent.
  package func send(
    _ body: [UInt8], from sender: String, to recipient: String, willSubmit: () -> Bool
  ) throws(ServiceError) -> Transfer {
    try CurlLibrary.requireLoaded()
    return withoutActuallyEscaping(willSubmit) { willSubmit in
      let state = State(body, willSubmit)
      let recipients = unsafe formrec_curl_append(nil, recipient)
      defer { unsafe formrec_curl_free(recipients) }
      // Safe because libcurl uses the state and the list only during the call, and copies the
      // texts.
      let code = unsafe formrec_curl_mail(
        url, requiresTLS ? 1 : 0, authorityFile, credentials?.user, credentials?.password, sender,
        recipients, body.count, HTTPLimits.connectTimeout, timeout, Self.read, Self.trace,
        Unmanaged.passUnretained(state).toOpaque())
      if code != CURLE_OK {
        state.result.error = unsafe String(cString: formrec_curl_words(code))
      }
      return state.result
    }
  }

  /// The state of a transfer.
  private final class State {
    var result = Transfer()
    var rest: ArraySlice<UInt8>
    let willSubmit: () -> Bool
    var hasBegun = false

    init(_ body: [UInt8], _ willSubmit: @escaping () -> Bool) {
      (rest, self.willSubmit) = (body[...], willSubmit)
    }
  }

  private static let read: formrec_curl_reader = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let state = unsafe Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
    if !state.hasBegun {
      state.hasBegun = true
      if !state.willSubmit() {
        state.result.isCancelled = true
        return Int(CURL_READFUNC_ABORT)
      }
    }
    let part = state.rest.prefix(size * count)
    unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count).copyBytes(from: part)
    state.rest = state.rest.dropFirst(part.count)
    // libcurl stops at the known size, without asking for the end.
    if state.rest.isEmpty { state.result.isHandedOver = true }
    return part.count
  }

  private static let trace: formrec_curl_tracer = { _, kind, bytes, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let state = unsafe Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
    let text = unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    switch kind {
    case CURLINFO_HEADER_OUT:
      // The continuation of AUTH is a password.
      let word = line.split(separator: " ").first.map(String.init) ?? ""
      let isCommand = commands.contains(word)
      if isCommand, word != "QUIT" { (state.result.command, state.result.status) = (word, 0) }
      state.result.dialogue.append("> \(isCommand ? word : "…")")
    case CURLINFO_HEADER_IN:
      if state.result.dialogue.last(where: { $0.hasPrefix("> ") }) != "> QUIT" {
        state.result.status = Int(line.prefix(3)) ?? 0
      }
      state.result.dialogue.append("< \(line)")
    default: break
    }
    return 0
  }

  private static let commands: Set = [
    "EHLO", "HELO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "QUIT",
  ]
}
