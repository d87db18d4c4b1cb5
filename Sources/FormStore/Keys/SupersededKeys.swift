/// The keys in effect that a delivery supersedes.
struct SupersededKeys {
  /// The submissions that the delivery supersedes.
  private(set) var superseded: [Superseded] = []
  /// Their keys, sorted.
  private(set) var former: [KeyEntry] = []

  /// Computes which submissions are superseded: all with the keys of the delivery, each by the
  /// delivery's first submission with the same key.
  ///
  /// - Parameters:
  ///   - own: The keys of the delivery, sorted.
  ///   - others: The keys in effect with the same hashes, sorted.
  init(_ own: [KeyEntry], others: [KeyEntry]) {
    var first = 0
    for other in others {
      while first < own.count, own[first].hash < other.hash { first += 1 }
      guard first < own.count, own[first].hash == other.hash else { continue }
      superseded.append(Superseded(submission: other.submission, by: own[first].submission))
      former.append(other)
    }
  }

  /// Computes which submissions corrections supersede: the ones that they correct, unless the
  /// correction changed the key. The other submissions with the key stay in effect.
  ///
  /// - Parameter corrected: By correction, the submission that it corrects.
  init(_ own: [KeyEntry], others: [KeyEntry], corrected: [Int64: Int64]) {
    let corrections = Dictionary(
      own.compactMap { entry in
        corrected[entry.submission].map {
          (KeyEntry(hash: entry.hash, submission: $0), entry.submission)
        }
      }, uniquingKeysWith: { first, _ in first })
    for other in others {
      guard let correction = corrections[other] else { continue }
      superseded.append(Superseded(submission: other.submission, by: correction))
      former.append(other)
    }
  }
}
