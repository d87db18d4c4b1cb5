package import FormRules
import FormStore
import Foundation

/// The state of a store, with advice.
public struct DiagnosisReport: Sendable {
  /// The examined properties and their values.
  public var properties: [Property]
  /// The recommended actions. Empty if there are none.
  public var advice: [RecorderNote]

  /// A property of the store.
  public struct Property: Sendable {
    /// The name in words, such as `free space`.
    public var name: String
    /// The value.
    public var value: Value

    init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a property.
  public enum Value: Sendable, CustomStringConvertible {
    case text(String)
    case count(Int)
    /// A size in bytes.
    case size(Int)
    case flag(Bool)
    /// The property has no value.
    case none

    /// The value as text, with large sizes in MiB.
    public var description: String {
      switch self {
      case .text(let text): text
      case .count(let count): String(count)
      case .size(let size): size < 10 << 20 ? "\(size) bytes" : "\(size >> 20) MiB"
      case .flag(let isOn): isOn ? "yes" : "no"
      case .none: "none"
      }
    }

    fileprivate var json: JSON {
      switch self {
      case .text(let text): .string(text)
      case .count(let number), .size(let number): .integer(number)
      case .flag(let isOn): .bool(isOn)
      case .none: .null
      }
    }
  }

  /// The report as JSON with stable keys and sizes in bytes.
  package var json: JSON {
    .object(
      properties.map { JSON.Member($0.name.asKey, $0.value.json) } + [
        .init("advice", .array(advice.map { .string($0.description) }))
      ])
  }
}

extension String {
  /// Converts words to a key: `free space` becomes `freeSpace`.
  fileprivate var asKey: String {
    let words = split(separator: " ")
    return (words.first.map(String.init) ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension Recorder {
  /// Examines the store's versions, settings, sizes and unfinished imports, and returns advice.
  /// Changes nothing. `verify` checks whether the content was altered.
  ///
  /// - Throws: `RecorderError` if the file cannot be examined. Problems of the store are part of
  ///   the report.
  public func diagnose() throws(RecorderError) -> DiagnosisReport {
    let found = try reading { try $0.diagnose() }
    let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
    let free =
      // Some file systems do not state their free space.
      ((try? FileManager.default.attributesOfFileSystem(forPath: folder))?[.systemFreeSize]
      as? NSNumber)?.intValue
    var properties: [DiagnosisReport.Property] = [
      .init("program", .text(settings.program)), .init("sqlite", .text(found.sqlite)),
      .init("database", .text(database)),
      .init("schema", .count(found.schema)), .init("size", .size(found.size)),
      .init("wal", .size(found.walSize)),
      .init("unused", .size(found.freeSize)),
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
    if let free, free < found.size {
      advice.append("the free space is smaller than the database; a backup may fail")
    }
    if found.walSize > 256 << 20 {
      advice.append(
        """
        the WAL has \(DiagnosisReport.Value.size(found.walSize)): a process keeps a read \
        transaction open; the WAL shrinks with the first write after the transaction ends
        """)
    }
    return advice
  }

  private static func value(_ text: String, ofPragma name: String) -> DiagnosisReport.Value {
    guard let number = Int(text) else { return .text(text) }
    if name == "mmap_size" { return .size(number) }
    return number == 0 || number == 1 ? .flag(number == 1) : .count(number)
  }
}
