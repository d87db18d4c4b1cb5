#if Server
import Dispatch
import FormRecorder

@testable import FormServer

extension ServerCore {
  /// Runs a closure while other calls occupy four threads of each pool. The closure may end them.
  func whileOccupied<Result>(
    _ pools: [AsyncRecorder], andWriter occupiesWriter: Bool = false,
    _ body: (_ end: @escaping @Sendable () -> Void) async throws -> Result
  ) async throws -> Result {
    let end = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let occupy: @Sendable () -> Void = {
      begin.yield()
      end.wait()
      end.signal()
    }
    var others = pools.flatMap { Array(repeating: $0, count: 4) }.map { pool in
      Task { try await pool.perform { _, _ in occupy() } }
    }
    if occupiesWriter {
      others += (0..<4).map { _ in
        Task { [writer = self.pools.writer] in try await writer.perform { _ in occupy() } }
      }
    }
    for await _ in begun.prefix(others.count) {}
    defer { end.signal() }
    let result = try await body { end.signal() }
    end.signal()
    for other in others { try await other.value }
    return result
  }

  /// Runs a closure while other imports occupy all threads. The closure may end them.
  func whileImporting<Result>(
    _ body: (_ end: @escaping @Sendable () -> Void) async throws -> Result
  ) async throws -> Result {
    try await whileOccupied([pools.importer], body)
  }

  func whileImporting<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await whileImporting { _ in try await body() }
  }
}
#endif
