#if Server
import Dispatch
import FormRecorder
import Hummingbird
import NIOCore
import Synchronization

/// The bytes that a thread produces while a client receives them.
///
/// At most four chunks wait for the client. A producer stops if it waits too long for the client,
/// or if the client has disconnected.
final class Download: Sendable {
  private struct State {
    var chunks: [[UInt8]] = []
    /// Set when no more chunks follow.
    var end: Result<Void, any Error>?
    var waiting: CheckedContinuation<Void, Never>?
    var isCancelled = false
  }

  private let state = Mutex(State())
  /// Counts the chunks that can be added. It begins at 0, because a semaphore must not be
  /// released below its initial value.
  private let room = DispatchSemaphore(value: 0)
  private static let maximumChunks = 4
  private let clock: ServerClock
  /// The time for which the producer waits for the client.
  private let patience: Duration

  /// The client is so slow that the producer waited for longer than it may, or has disconnected.
  struct Abandoned: Error {}

  private init(_ core: ServerCore) {
    clock = core.clock
    patience = .seconds(core.configuration.downloadTimeout)
    for _ in 0..<Self.maximumChunks { room.signal() }
  }

  /// Runs a producer as work without a timeout, and returns a body once the first bytes exist, so
  /// that an earlier error is reported like any other. A later error closes the connection before
  /// the end of the body, so that the client detects that the download is incomplete.
  ///
  /// - Parameter produce: Sends chunks with the second function that it receives. It must end when
  ///   that function throws or the first one returns true.
  static func body(
    _ core: ServerCore, for connection: Connection?,
    _ produce:
      @escaping @Sendable (
        Recorder, _ shouldStop: @escaping @Sendable () -> Bool,
        _ send: @escaping ([UInt8]) throws -> Void
      ) throws -> Void
  ) async throws -> ResponseBody {
    let download = Download(core)
    let producer = Task {
      do {
        try await core.performWithoutTimeout(for: connection) { recorder, shouldStop in
          try produce(recorder, shouldStop, download.send)
        }
        download.finish(.success(()))
      } catch {
        download.finish(.failure(error))
      }
    }
    let client = Client(download, producer)
    let first = try await client.next()
    return ResponseBody { writer in
      var chunk = first
      while let bytes = chunk {
        try await writer.write(ByteBuffer(bytes: bytes))
        chunk = try await client.next()
      }
      try await writer.finish(nil)
    }
  }

  private func send(_ bytes: [UInt8]) throws {
    if bytes.isEmpty { return }
    guard clock.wait(room, patience) else { throw Abandoned() }
    try change { state in
      if state.isCancelled { throw Abandoned() }
      state.chunks.append(bytes)
    }
  }

  private func finish(_ result: Result<Void, any Error>) {
    change { $0.end = result }
  }

  private func cancel() {
    change { $0.isCancelled = true }
    room.signal()
  }

  /// Changes the state, and wakes the client.
  private func change<Failure>(_ body: (inout State) throws(Failure) -> Void) throws(Failure) {
    let waiting = try state.withLock { state throws(Failure) in
      try body(&state)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// - Throws: The error of the producer, and `CancellationError` if the task is cancelled.
  private func next() async throws -> [UInt8]? {
    while true {
      try Task.checkCancellation()
      let chunk: [UInt8]?? = try state.withLock { state in
        if !state.chunks.isEmpty { return .some(state.chunks.removeFirst()) }
        switch state.end {
        case .success: return .some(nil)
        case .failure(let error): throw error
        case nil: return nil
        }
      }
      if let chunk {
        if chunk != nil { room.signal() }
        return chunk
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if !state.chunks.isEmpty || state.end != nil || Task.isCancelled { return true }
            state.waiting = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        change { _ in }
      }
    }
  }

  /// The receiving end. The producer stops when it is released.
  private final class Client: Sendable {
    private let download: Download
    private let producer: Task<Void, Never>

    init(_ download: Download, _ producer: Task<Void, Never>) {
      (self.download, self.producer) = (download, producer)
    }

    deinit {
      producer.cancel()
      download.cancel()
    }

    func next() async throws -> [UInt8]? { try await download.next() }
  }
}
#endif
