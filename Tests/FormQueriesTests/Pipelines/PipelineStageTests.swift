import Dispatch
import Testing

@testable import FormQueries

/// A stage passes buffers in order, bounds them, and ends with its work or its owner.
@Suite(.timeLimit(.minutes(10))) struct PipelineStageTests {
  private struct Number: ReusableBuffer {
    var value = 0
    var weight: Int { value }
    mutating func removeAll() { value = 0 }
  }

  private struct Stopped: Error, Equatable {}

  private typealias Stage = PipelineStage<Number, Stopped>

  @Test(arguments: [(buffers: 2, weight: 1 << 20), (buffers: 8, weight: 1)])
  func buffersArriveInOrderBeforeTheError(buffers: Int, weight: Int) {
    let stage = Stage(buffers: buffers, maximumWeight: weight) { queue throws(Stopped) in
      for value in 1...100 {
        guard var number = queue.emptyBuffer() else { return }
        number.value = value
        _ = queue.append(number)
      }
      throw Stopped()
    }
    var number = Number()
    var values: [Int] = []
    #expect(throws: Stopped()) {
      while try stage.queue.next(&number) { values.append(number.value) }
    }
    #expect(values == Array(1...100))
  }

  @Test func aSinkUsesEveryBufferBeforeItEnds() {
    let stage = Stage(buffers: 3, maximumWeight: 10) { queue throws(Stopped) in
      var number = Number()
      var sum = 0
      while try queue.next(&number) { sum += number.value }
      if sum == 5_050 { throw Stopped() }
    }
    for value in 1...100 {
      guard var number = stage.queue.emptyBuffer() else { break }
      number.value = value
      #expect(stage.queue.append(number))
    }
    stage.queue.close()
    // The error shows that the sum was complete.
    #expect(stage.queue.waitForEnd() == Stopped())
  }

  /// A producer waits at the maximum weight until buffers are used, or the queue is closed.
  @Test func heavyBuffersWait() {
    let isUsed = DispatchSemaphore(value: 0)
    let stage = Stage(buffers: 8, maximumWeight: 10) { queue throws(Stopped) in
      isUsed.wait()
      var number = Number()
      while try queue.next(&number) {}
    }
    for _ in 1...2 {
      guard var number = stage.queue.emptyBuffer() else { break }
      number.value = 5
      #expect(stage.queue.append(number))
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { stage.queue.close() }
    #expect(stage.queue.emptyBuffer()?.value == nil)
    isUsed.signal()
    #expect(stage.queue.waitForEnd() == nil)
  }

  @Test func theWorkEndsWithItsOwner() {
    var stage: Stage? = Stage(buffers: 2, maximumWeight: 1 << 20) { queue throws(Stopped) in
      while let number = queue.emptyBuffer(), queue.append(number) {}
      throw Stopped()
    }
    let queue = stage?.queue
    stage = nil
    #expect(queue?.waitForEnd() == Stopped())
    #expect(queue?.emptyBuffer() == nil)
  }
}
