#if Server
/// A time for each of a limited number of clients.
///
/// An additional client takes the place and the time of the one with the earliest time. What a
/// client has sent is thus never forgotten while it counts: a client that was replaced and returns
/// has a time that is as late as before, or later.
struct ClientTimes {
  /// A binary heap with the earliest time first.
  private var heap: [(client: String, time: ContinuousClock.Instant)] = []
  /// The positions of the clients in the heap.
  private var positions: [String: Int] = [:]
  private let maximum: Int

  /// - Parameter maximum: The maximum number of clients, at least 1.
  init(maximum: Int) { self.maximum = maximum }

  /// The time of a client, or nil if it has none and would take no other client's place.
  subscript(client: String) -> ContinuousClock.Instant? {
    if let position = positions[client] { return heap[position].time }
    return heap.count < maximum ? nil : heap[0].time
  }

  mutating func set(_ time: ContinuousClock.Instant, of client: String) {
    let position = positions[client] ?? (heap.count < maximum ? heap.count : 0)
    if position == heap.count {
      heap.append((client, time))
    } else {
      positions[heap[position].client] = nil
      heap[position] = (client, time)
    }
    positions[client] = position
    moveDown(moveUp(position))
  }

  /// Moves an entry up until no later one is above it, and returns its position.
  private mutating func moveUp(_ start: Int) -> Int {
    var position = start
    while position > 0, heap[position].time < heap[(position - 1) / 2].time {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
    return position
  }

  /// Moves an entry down until no earlier one is below it.
  private mutating func moveDown(_ start: Int) {
    var position = start
    while 2 * position + 1 < heap.count {
      var child = 2 * position + 1
      if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
      guard heap[child].time < heap[position].time else { return }
      swap(position, child)
      position = child
    }
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    positions[heap[one].client] = one
    positions[heap[other].client] = other
  }
}
#endif
