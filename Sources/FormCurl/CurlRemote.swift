internal import CCurl
import FormRemote
package import FormRules
import Synchronization

/// Calls services for the rule `remote` with libcurl.
///
/// The command line uses it.
///
/// Each request resolves the host name and connects to an allowed address. Redirects are not
/// followed, proxies from the environment are not used, and at most 64 KiB of a response are read.
/// A redirect, a status of 5xx and a response that is too long count as no answer.
package final class CurlRemote: Sendable {
  private struct Place: Hashable {
    let destination: HostPolicy.Destination
    let address: String
  }

  private let policies: [HostPolicy]
  private let note: @Sendable (String) -> Void
  private let idle = Mutex<[Place: [CurlHandle]]>([:])
  private let told = Mutex<Set<String>>([])

  /// The maximum number of reasons that are reported.
  private static let maximumReasons = 100

  /// - Parameters:
  ///   - policies: The policies. A request is sent if at least one of them allows its host.
  ///   - note: Called on any thread with the reason why a request was not sent or not answered,
  ///     once per reason. The reason contains no submitted value.
  package init(_ policies: [HostPolicy], note: @escaping @Sendable (String) -> Void) {
    self.policies = policies
    self.note = note
    // Safe because it is called once, before any other function of libcurl.
    _ = Self.isLoaded
  }

  /// Whether libcurl is available and initialized.
  ///
  /// It is loaded on first use, not when the program starts.
  private static let isLoaded = formrec_curl_start() != 0

  /// A connection failure, after which the request may be retried.
  private struct Fault: Error {}

  /// Sends a request and waits for the response.
  ///
  /// - Parameter timeout: The maximum duration, if it is shorter than that of the rule.
  /// - Throws: An error if the connection failed.
  package func ask(_ question: RemoteQuestion, timeout: Duration?) throws -> RemoteAnswer {
    guard Self.isLoaded else {
      tell("libcurl is not installed (Debian: libcurl4), so that no service can be asked")
      return .none
    }
    guard let place = place(question.url) else { return .none }
    let host = place.destination.host
    guard let handle = take(place) else {
      tell("there is no memory to ask \(host)")
      return .none
    }
    let allowed = Duration.seconds(question.timeout)
    let limit = min(allowed, timeout ?? allowed)
    let milliseconds =
      limit.components.seconds * 1_000
      + limit.components.attoseconds / 1_000_000_000_000_000
    switch handle.post(question, milliseconds: max(1, Int(milliseconds))) {
    case .answer(let status, let body):
      idle.withLock { $0[place, default: []].append(handle) }
      guard status < 300 || (400..<500).contains(status) else {
        tell("\(host) answered with status \(status)")
        return .none
      }
      return .response(status: status, body: body)
    case .tooLong:
      tell("\(host) answered with more than 64 KiB")
      return .none
    case .timeout:
      tell("\(host) did not answer in time")
      return .none
    case .fault(let words):
      tell("\(host): \(words)")
      throw Fault()
    }
  }

  /// Returns the destination of a request, or nil if it is not allowed.
  private func place(_ url: String) -> Place? {
    var refusal: HostPolicy.Refusal?
    for policy in policies {
      do throws(HostPolicy.Refusal) {
        let destination = try policy.destination(of: url)
        let addresses = HostAddresses.addresses(of: destination.host)
        guard let first = addresses.first else {
          tell("\(destination.host) has no address")
          return nil
        }
        guard addresses.allSatisfy(policy.allows) else {
          tell("\(destination.host) has an address that is not of the internet; it is not asked")
          return nil
        }
        return Place(destination: destination, address: first)
      } catch {
        refusal = error
      }
    }
    if let refusal { tell(refusal.description) }
    return nil
  }

  private func take(_ place: Place) -> CurlHandle? {
    idle.withLock { $0[place]?.popLast() } ?? CurlHandle(place.destination, address: place.address)
  }

  private func tell(_ reason: String) {
    let isNew = told.withLock { $0.count < Self.maximumReasons && $0.insert(reason).inserted }
    if isNew { note(reason) }
  }
}
