import FormRules
import FormStore
import Foundation

extension Recorder {
  /// Examines the store's versions, settings, sizes and unfinished imports, and returns advice.
  /// Changes nothing. `verify` checks whether the content was altered.
  ///
  /// - Throws: `RecorderError` if the file cannot be examined. Problems of the store are part of
  ///   the report.
  public func diagnose() throws(RecorderError) -> DiagnosisReport {
    let found = try withStore { try $0.diagnose() }
    let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
    let free =
      // Some file systems do not state their free space.
      ((try? FileManager.default.attributesOfFileSystem(forPath: folder))?[.systemFreeSize]
      as? NSNumber)?.intValue
    var properties: [DiagnosisReport.Property] = [
      .init("program", .text(settings.program)), .init("sqlite", .text(found.sqlite)),
      .init("database", .text(database)),
      .init("schema", .count(found.schema)), .init("size", .size(found.sizes.file)),
      .init("wal", .size(found.sizes.wal)),
      .init("unused", .size(found.sizes.unused)),
    ]
    if let free { properties.append(.init("free space", .size(free))) }
    for (name, value) in found.pragmas.sorted(by: { $0.key < $1.key })
    where name != "application_id" && name != "user_version" && name != "synchronous" {
      properties.append(.init(name.replacing("_", with: " "), Self.value(value, ofPragma: name)))
    }
    properties += [
      .init("forms", .count(found.contents.forms)),
      .init("rule sets", .count(found.contents.ruleSets)),
      .init("imports", .count(found.contents.imports)),
      .init("submissions", .count(found.contents.submissions)),
      .init("runs", .count(found.contents.runs)),
      .init("unfinished imports", .count(found.unfinishedCount)),
      .init("discarded imports", .count(found.discarded)),
      .init(
        "writer", found.writer.map { .text($0.isEmpty ? "a process" : "process \($0)") } ?? .none),
    ]
    if let event = found.lastEvent {
      properties.append(.init("last event", .text("\(event.number), \(event.kind), \(event.at)")))
      properties.append(.init("head", .text(event.head)))
    }
    return DiagnosisReport(properties: properties, advice: Self.advice(found, free: free))
  }

  private static func advice(_ found: StoreDiagnosis, free: Int?) -> [RecorderNote] {
    var advice: [RecorderNote] = []
    for unfinished in found.unfinished {
      advice.append(
        RecorderNote(
          "import \(unfinished.importID) (\(unfinished.fileName?.displayText ?? "a stream")) is unfinished, at "
            + "\(unfinished.counts.records) records",
          .resumeImport, .discard(importID: unfinished.importID)))
    }
    for copy in found.upgradeBackups {
      advice.append(
        RecorderNote(
          "\(copy) is a copy from before an update of the database, with cells that may have been "
            + "purged since; delete it when you no longer need it"))
    }
    if let free, free < found.sizes.file {
      advice.append("the free space is smaller than the database; a backup may fail")
    }
    if found.sizes.wal > 256 << 20 {
      advice.append(
        """
        the WAL has \(DiagnosisReport.PropertyValue.size(found.sizes.wal)): a process keeps a read \
        transaction open; the WAL shrinks with the first write after the transaction ends
        """)
    }
    return advice
  }

  private static func value(_ text: String, ofPragma name: String) -> DiagnosisReport.PropertyValue
  {
    guard let number = Int(text) else { return .text(text) }
    if name == "mmap_size" { return .size(number) }
    return number == 0 || number == 1 ? .flag(number == 1) : .count(number)
  }
}
