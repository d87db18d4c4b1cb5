import FormRecorder
import FormRecorderTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncRecorderTests {
  /// What a call has, such as a received file, which is deleted with its last reference.
  private final class Held: Sendable {}

  @Test func aCancelledCallDoesNotWaitForAFreeThread() async throws {
    let store = try TemporaryStore()
    let recorder = AsyncRecorder(store.recorder, concurrency: 1)
    let (isRunning, mayEnd) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
    let blocking = Task {
      try await recorder.perform { _, isCancelled in
        isRunning.continuation.yield()
        mayEnd.wait()
        return isCancelled()
      }
    }
    for await _ in isRunning.stream { break }
    var held: Held? = Held()
    weak let reference = held
    let waiting = Task { [held] in
      try await recorder.perform { recorder, _ in
        _ = held
        return try recorder.list()
      }
    }
    held = nil
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    // The task may end after its value is known.
    for _ in 0..<5_000 where reference != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(reference == nil)
    // Work that has begun learns of the cancellation, and ends itself.
    blocking.cancel()
    mayEnd.signal()
    #expect(try await blocking.value)
    let listing = try await recorder.perform { recorder, _ in try recorder.list() }
    #expect(listing.forms.map(\.name) == ["people"])
  }

  @Test func callsThatOccupyAllProcessorsDelayNoOtherRecorder() async throws {
    let store = try TemporaryStore()
    let count = ProcessInfo.processInfo.activeProcessorCount
    let busy = AsyncRecorder(store.recorder, concurrency: count)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let calls = (0..<count).map { _ in
      Task {
        try await busy.perform { _, isCancelled in
          begin.yield()
          while !isCancelled() {}
        }
      }
    }
    defer { for call in calls { call.cancel() } }
    for await _ in begun.prefix(count) {}
    let listing = try await AsyncRecorder(store.recorder).perform { recorder, _ in
      try recorder.list()
    }
    #expect(listing.forms.map(\.name) == ["people"])
  }

  @Test func aTaskThatWasCancelledBeforeDoesNoWork() async throws {
    let recorder = AsyncRecorder(try TemporaryStore().recorder)
    let task = Task {
      unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
      return try await recorder.perform { _, _ in true }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
