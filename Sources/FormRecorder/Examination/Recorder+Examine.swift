package import FormRules
import FormStore
import Foundation

/// The state of a store, with advice; its JSON is what `doctor --format json` prints.
public struct ExaminationReport: Sendable {
  /// What was looked at, and what it is.
  public var lines: [(name: String, value: String)]
  /// What should be done; nothing when all is well.
  public var advice: [String]

  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object(
      lines.map { JSON.Member($0.name.asKey, .string($0.value)) } + [
        .init("advice", .array(advice.map(JSON.string)))
      ])
  }
}

extension String {
  /// Words as a key: `free space` becomes `freeSpace`.
  fileprivate var asKey: String {
    let words = split(separator: " ")
    return (words.first.map(String.init) ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension Recorder {
  /// Looks at the store's versions, settings, sizes and unfinished imports, and says what to do about
  /// them. Changes nothing; whether the content was altered is for `verify`.
  public func examine() throws(RecorderError) -> ExaminationReport {
    let store = try storeForReading()
    let found = try explaining { try store.examine() }
    let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
    let free =
      ((try? FileManager.default.attributesOfFileSystem(forPath: folder))?[.systemFreeSize]
      as? NSNumber)?.intValue
    var lines: [(String, String)] = [
      ("program", program), ("sqlite", found.sqlite), ("database", database),
      ("schema", String(found.schema)), ("size", Self.bytes(found.size)),
      ("wal", Self.bytes(found.walSize)), ("unused", Self.bytes(found.freeSize)),
    ]
    if let free { lines.append(("free space", Self.bytes(free))) }
    for (name, value) in found.pragmas.sorted(by: { $0.key < $1.key })
    where name != "application_id" && name != "user_version" && name != "synchronous" {
      lines.append((name.replacing("_", with: " "), value))
    }
    lines += [
      ("forms", String(found.contents.forms)), ("rule sets", String(found.contents.ruleSets)),
      ("imports", String(found.contents.imports)),
      ("submissions", String(found.contents.submissions)), ("runs", String(found.contents.runs)),
      ("unfinished imports", String(found.unfinished.count)),
      ("discarded imports", String(found.discarded)),
      ("writer", found.writer.map { $0.isEmpty ? "a process" : "process \($0)" } ?? "none"),
    ]
    if let event = found.lastEvent {
      lines.append(("last event", "\(event.number), \(event.kind), \(event.at)"))
      lines.append(("head", event.head))
    }
    return ExaminationReport(lines: lines, advice: Self.advice(found, free: free))
  }

  private static func advice(_ found: StoreExamination, free: Int?) -> [String] {
    var advice: [String] = []
    for one in found.unfinished {
      advice.append(
        "import \(one.importID) (\(one.fileName?.shown ?? "a stream")) is unfinished, at "
          + "\(one.counts.records) records: run the same import again to finish it, or 'formrec "
          + "discard \(one.importID)'")
    }
    if let free, free < found.size {
      advice.append("there is less free space than the database has bytes: a backup may not fit")
    }
    if found.walSize > 256 << 20 {
      advice.append(
        "the WAL has \(bytes(found.walSize)): some program keeps a read transaction open; it shrinks "
          + "with the next write after that has ended")
    }
    return advice
  }

  private static func bytes(_ count: Int) -> String {
    count < 10 << 20 ? "\(count) bytes" : "\(count >> 20) MiB"
  }
}
