#if Server
  import FormRecorder
  import FormRules
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore

  /// The context of a request.
  struct RequestInfo: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let peerAddress: SocketAddress?
    /// The sender of the request.
    var caller = Caller.anonymous

    init(source: ApplicationRequestContextSource) {
      self.init(source, peer: source.channel.remoteAddress)
    }

    init(_ source: some RequestContextSource, peer: SocketAddress?) {
      coreContext = CoreRequestContextStorage(source: source)
      peerAddress = peer
    }

    /// The remote address of the connection.
    var peer: String { peerAddress?.ipAddress ?? "unknown" }

    /// - Throws: A problem with status 401 if the caller is unknown, and 403 if it lacks the right.
    func require(_ right: AccessGrant.Right, on form: String? = nil) throws(Problem) {
      switch caller {
      case .anonymous: throw Problem(.unauthorized, "a token or a signed-in user is required")
      case .open where right == .submit: return
      case .open: throw Problem(.unauthorized, "a token or a signed-in user is required")
      case .granted(let grant):
        guard grant.allows(right, on: form) else {
          throw Problem(.forbidden, "the role \(grant.role.rawValue) does not allow this")
        }
      }
    }

    /// The value of a parameter in the path.
    func parameter(_ name: String) throws(Problem) -> String {
      guard let value = parameters.get(name) else { throw Problem.noPage }
      // Most names contain no percent sign, and Foundation's function takes a microsecond.
      guard value.utf8.contains(UInt8(ascii: "%")) else { return value }
      guard let decoded = value.removingPercentEncoding else { throw Problem.noPage }
      return decoded
    }
  }

  extension Problem {
    fileprivate static let noPage = Problem(.notFound, "there is no such page")
  }

  /// The sender of a request.
  enum Caller: Sendable {
    /// An unknown sender.
    case anonymous
    /// An unknown sender, if the server accepts submissions without a token.
    case open
    /// The holder of a token, or a signed-in user.
    case granted(AccessGrant)

    /// The name for the log, if the caller is known.
    var name: String? {
      if case .granted(let grant) = self { return grant.name }
      return nil
    }
  }

  extension Request {
    /// Whether the client is a browser that displays the response.
    var prefersHTML: Bool {
      preferredMediaType(among: ["application/json", "text/html"]) == "text/html"
    }

    /// The media type of the body, in lowercase and without parameters.
    var mediaType: String {
      let header = headers[.contentType] ?? ""
      if header == "application/json" { return header }
      return header.split(separator: ";").first.map { $0.trimmingSpaces().lowercased() } ?? ""
    }
  }

  extension Substring {
    fileprivate func trimmingSpaces() -> Substring {
      var text = drop { $0 == " " }
      while text.last == " " { text.removeLast() }
      return text
    }
  }
#endif
