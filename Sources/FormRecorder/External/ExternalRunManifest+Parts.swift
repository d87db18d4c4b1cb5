import FormInput
import FormRules

extension ExternalRunManifest.File {
  /// Reads all parts before anything is stored, so that a file that does not match the manifest is
  /// refused.
  ///
  /// - Returns: The `unique` rules that each rejected record failed, by its number among the
  ///   rejected records.
  func checkParts(
    in folder: String, _ plan: Plan
  ) throws(RecorderError) -> [Int: [String]] {
    try requireConsistency()
    let unique = Set(plan.statefulRulePositions.map { plan.rules[$0].id })
    var repeated: [Int: [String]] = [:]
    var (count, last) = (0, 0)
    for part in parts {
      let path = folder + "/" + part.name
      let before = count
      do {
        guard !part.name.hasPrefix("/"), !part.name.contains("..") else {
          throw RecorderError(.refused, "is outside of the folder")
        }
        let digest = StreamDigest()
        var lines = try LineReader(path: path, digest)
        while let line = try lines.next() {
          guard let record = ExternalRunRecord(line), record.record > last else {
            throw ExternalRunLines.noRecord
          }
          guard part.range.contains(record.record) else {
            throw RecorderError(
              .refused, "contains record \(record.record), which does not belong to that part")
          }
          last = record.record
          count += 1
          let rules = record.errors.map(\.rule).filter(unique.contains)
          if !rules.isEmpty { repeated[count] = rules }
        }
        guard digest.hexadecimal == part.sha256 else {
          throw RecorderError(.refused, "was altered: its digest differs from the manifest")
        }
        guard count - before == part.rejected else {
          throw RecorderError(
            .refused,
            "has \(count - before) records, but \(part.rejected) according to the manifest")
        }
      } catch {
        throw RecorderError(error).inFile(path)
      }
    }
    return repeated
  }
}
