#if Server
import Dispatch
import FormRecorder

@testable import FormServer

extension ServerCore {
  /// Runs a closure while other imports occupy all threads. The closure may end them.
  func whileImporting<Result>(
    _ body: (_ end: @escaping @Sendable () -> Void) async throws -> Result
  ) async throws -> Result {
    let threads = 4
    let end = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let others = (0..<threads).map { _ in
      Task {
        try await importer.perform { _, _ in
          begin.yield()
          end.wait()
          end.signal()
        }
      }
    }
    for await _ in begun.prefix(threads) {}
    defer { end.signal() }
    let result = try await body { end.signal() }
    end.signal()
    for other in others { try await other.value }
    return result
  }

  func whileImporting<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await whileImporting { _ in try await body() }
  }
}
#endif
