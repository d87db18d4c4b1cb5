/// A submission, and the submission that supersedes it.
struct Superseded: Equatable {
  var submission: Int64
  var by: Int64
}

/// The effect of newly added keys on themselves and on the keys already in effect.
struct Supersession {
  private(set) var superseded: [Superseded] = []
  /// The new keys that take effect, sorted.
  private(set) var effective: [KeyEntry] = []
  /// The keys that were in effect and are now superseded, sorted.
  private(set) var removed: [KeyEntry] = []
  /// The removed keys and the new keys that are superseded immediately, sorted.
  private(set) var former: [KeyEntry] = []

  /// Computes which submissions are superseded.
  ///
  /// Each submission is superseded by the first later one of the other group with the same key.
  ///
  /// - Parameters:
  ///   - own: The keys that take effect together, sorted.
  ///   - others: The keys in effect with the same hashes, sorted.
  init(_ own: [KeyEntry], _ others: [KeyEntry]) {
    effective.reserveCapacity(own.count)
    var (index, other) = (0, 0)
    while index < own.count {
      let hash = own[index].hash
      let (start, otherStart) = (index, other)
      while index < own.count, own[index].hash == hash { index += 1 }
      while other < others.count, others[other].hash == hash { other += 1 }
      if otherStart == other {
        effective += own[start..<index]
      } else {
        add(own[start..<index], others[otherStart..<other])
      }
    }
    former.sortByHash()
  }

  /// Adds all keys of one hash.
  private mutating func add(_ own: ArraySlice<KeyEntry>, _ others: ArraySlice<KeyEntry>) {
    var next = others.startIndex
    for entry in own {
      while next < others.endIndex, others[next].submission < entry.submission { next += 1 }
      if next < others.endIndex {
        superseded.append(Superseded(submission: entry.submission, by: others[next].submission))
        former.append(entry)
      } else {
        effective.append(entry)
      }
    }
    next = own.startIndex
    for entry in others {
      while next < own.endIndex, own[next].submission < entry.submission { next += 1 }
      guard next < own.endIndex else { continue }
      superseded.append(Superseded(submission: entry.submission, by: own[next].submission))
      removed.append(entry)
      former.append(entry)
    }
  }
}
