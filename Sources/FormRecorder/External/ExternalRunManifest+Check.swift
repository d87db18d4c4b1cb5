import FormStore

extension ExternalRunManifest.JudgedPart {
  /// The numbers of the part's records, if the file is consistent.
  var range: Range<Int> { firstRecord..<firstRecord + records }
}

extension ExternalRunManifest.File {
  /// - Throws: `RecorderError` if a count is out of range, or if the parts do not cover all records
  ///   in order.
  func requireConsistency() throws(RecorderError) {
    let all = [size, records, accepted, rejected, warned, errors] + byRule.values
    guard all.allSatisfy((0...Int(Recorder.largestNumber)).contains) else {
      throw contradiction("a count is negative or too large")
    }
    guard accepted + rejected == records else {
      throw contradiction("accepted and rejected records do not add up to all records")
    }
    var (read, refused) = (0, 0)
    for part in parts {
      guard part.firstRecord == read + 1 else {
        throw contradiction("part '\(part.name)' does not begin where the previous part ends")
      }
      guard (0...(records - read)).contains(part.records),
        (0...part.records).contains(part.rejected)
      else {
        throw contradiction("part '\(part.name)' has more records than the file")
      }
      read += part.records
      refused += part.rejected
    }
    guard read == records, refused == rejected else {
      throw contradiction("the counts of the parts differ from those of the file")
    }
  }

  private func contradiction(_ description: String) -> RecorderError {
    RecorderError(
      .refused,
      "\(name): the counts of the manifest contradict one another: \(description)", stored: 0)
  }
}
