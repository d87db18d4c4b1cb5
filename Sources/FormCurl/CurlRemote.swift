internal import CCurl
import FormRemote
package import FormRules
import Synchronization

/// Asks services for the rule `remote` by libcurl: what the command line asks with.
///
/// A host's name is looked up for each question, and the connection goes to the address that was
/// allowed. Redirects are not followed, proxies of the environment not used, and no more than 64 KiB of
/// an answer are read. A redirect, a status of 5xx and an answer that is too long are no answers.
package final class CurlRemote: Sendable {
  private struct Place: Hashable {
    let destination: HostPolicy.Destination
    let address: String
  }

  private let policies: [HostPolicy]
  private let note: @Sendable (String) -> Void
  private let idle = Mutex<[Place: [CurlHandle]]>([:])
  private let told = Mutex<Set<String>>([])

  /// So many reasons are told of.
  private static let maximumReasons = 100

  /// - Parameters:
  ///   - policies: a host may be asked when one of them allows it.
  ///   - note: called with why a question was not put or not answered, once a reason; on any thread. It
  ///     holds no value.
  package init(_ policies: [HostPolicy], note: @escaping @Sendable (String) -> Void) {
    self.policies = policies
    self.note = note
    // Safe because it is called before any other function of libcurl, and once.
    _ = Self.isLoaded
  }

  /// Whether libcurl is there and ready; it is loaded here, not when the program starts.
  private static let isLoaded = formrec_curl_start() != 0

  /// A fault on the way, after which a question may be put again.
  private struct Fault: Error {}

  /// Puts a question and waits for the answer.
  ///
  /// - Parameter timeout: the longest that it may take, if that is less than its rule says.
  /// - Throws: when there was a fault on the way.
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

  /// Where a question goes; nil when it may not.
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
