package import FormRules
import FormStore
import Foundation

/// The state of a store, with advice. Its JSON is the output of `doctor --format json`.
public struct DiagnosisReport: Sendable {
  /// The examined properties and their values.
  public var lines: [(name: String, value: Value)]
  /// The recommended actions. Empty if there are none.
  public var advice: [String]

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
      lines.map { JSON.Member($0.name.asKey, $0.value.json) } + [
        .init("advice", .array(advice.map(JSON.string)))
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
  public func diagnose() throws(RecorderError) -> DiagnosisReport {
    let store = try storeForReading()
    let found = try explaining { try store.diagnose() }
    let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
    let free =
      ((try? FileManager.default.attributesOfFileSystem(forPath: folder))?[.systemFreeSize]
      as? NSNumber)?.intValue
    var lines: [(String, DiagnosisReport.Value)] = [
      ("program", .text(program)), ("sqlite", .text(found.sqlite)), ("database", .text(database)),
      ("schema", .count(found.schema)), ("size", .size(found.size)), ("wal", .size(found.walSize)),
      ("unused", .size(found.freeSize)),
    ]
    if let free { lines.append(("free space", .size(free))) }
    for (name, value) in found.pragmas.sorted(by: { $0.key < $1.key })
    where name != "application_id" && name != "user_version" && name != "synchronous" {
      lines.append((name.replacing("_", with: " "), Self.value(value, ofPragma: name)))
    }
    lines += [
      ("forms", .count(found.contents.forms)), ("rule sets", .count(found.contents.ruleSets)),
      ("imports", .count(found.contents.imports)),
      ("submissions", .count(found.contents.submissions)), ("runs", .count(found.contents.runs)),
      ("unfinished imports", .count(found.unfinished.count)),
      ("discarded imports", .count(found.discarded)),
      ("writer", found.writer.map { .text($0.isEmpty ? "a process" : "process \($0)") } ?? .none),
    ]
    if let event = found.lastEvent {
      lines.append(("last event", .text("\(event.number), \(event.kind), \(event.at)")))
      lines.append(("head", .text(event.head)))
    }
    return DiagnosisReport(lines: lines, advice: Self.advice(found, free: free))
  }

  private static func advice(_ found: StoreDiagnosis, free: Int?) -> [String] {
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
        "the WAL has \(DiagnosisReport.Value.size(found.walSize)): some program keeps a read transaction open; it shrinks "
          + "with the next write after that has ended")
    }
    return advice
  }

  private static func value(_ text: String, ofPragma name: String) -> DiagnosisReport.Value {
    guard let number = Int(text) else { return .text(text) }
    if name == "mmap_size" { return .size(number) }
    return number == 0 || number == 1 ? .flag(number == 1) : .count(number)
  }
}
