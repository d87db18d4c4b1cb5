import FormRules
import Foundation

/// Judges a file of an external run again and compares the results: the bytes, the rejected records
/// and the counts must be equal.
struct ExternalRunFileCheck {
  let folder: String
  let file: ExternalRunManifest.File
  let manifest: ExternalRunManifest
  let definitions: DefinitionSet

  func run() throws(RecorderError) {
    do {
      var check = try self.check()
      // The results of comparing several files are taken from the external run.
      if manifest.scope == "all" {
        let counts = try manifest.ruleCounts(of: file, in: folder, check.plan)
        check.counts = counts?.file
        check.hashKey = counts?.hashKey
        check.comparing = .known
        check.repeated = try RepeatedRecords(check.plan, byRecord: try repeats(check.plan))
      }
      var lines = ExternalRunLines(file, folder: folder)
      let summary = try check.check(file.name, note: { _ in }) { record in
        guard record.isRejected else { return }
        let reported = try lines.next()
        guard let reported, reported.record == record.record else {
          throw refusal("record \(record.record) is rejected but missing in the rejected records")
        }
        guard reported.errors.elementsEqual(record.errors, by: { $0 == ($1.rule, $1.code) }) else {
          throw refusal(
            "record \(record.record) fails rules other than those in the rejected records")
        }
      }
      if let extra = try lines.next() {
        throw refusal("record \(extra.record) is accepted but listed in the rejected records")
      }
      guard summary.digest?.sha256 == file.sha256 else {
        throw refusal(
          "it is not the file that the external run validated: its digest differs from the manifest"
        )
      }
      guard
        (summary.records, summary.accepted, summary.rejected, summary.warned, summary.errors)
          == (file.records, file.accepted, file.rejected, file.warned, file.errors),
        summary.byRule == file.byRule.filter({ $0.value != 0 })
      else { throw refusal("its counts differ from the manifest") }
    } catch let error as RecorderError {
      throw error
    } catch {
      throw RecorderError(error).inFile(file.name)
    }
  }

  private func refusal(_ what: String) -> RecorderError {
    RecorderError(
      .refused, "\(file.name): \(what); import the file itself instead", stored: 0)
  }

  private func check() throws(RecorderError) -> FileCheck {
    let now = try manifest.time()
    var check = try FileCheck(
      definitions, form: manifest.form, rules: manifest.rules, now: now.instant)
    (check.zone, check.offset) = (try manifest.namedZone(), now.offset)
    check.source = manifest.source
    check.parameters = manifest.parameters
    check.scenario = manifest.scenario
    check.computesDigest = true
    if let reading = manifest.reading {
      check.input.delimiter = reading.delimiter
      check.input.encoding = reading.encoding
      check.input.header = reading.header
      check.input.format = reading.format
      check.input.map = (reading.map ?? [:]).map { ($0.key, $0.value) }
      check.input.maximumRecordBytes = reading.maximumRecordBytes
    }
    return check
  }

  /// By record number, the `unique` rules that fail for the record because, according to the
  /// external run, it repeats a value.
  private func repeats(_ plan: Plan) throws -> [Int: [String]] {
    let unique = Set(plan.statefulRulePositions.map { plan.rules[$0].id })
    var repeats: [Int: [String]] = [:]
    var lines = ExternalRunLines(file, folder: folder)
    while let record = try lines.next() {
      let rules = record.errors.map(\.rule).filter(unique.contains)
      if !rules.isEmpty { repeats[record.record] = rules }
    }
    return repeats
  }
}
