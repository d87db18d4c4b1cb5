import FormTestSupport
import Foundation

/// The items that a promise of `docs/stability.md` names, compared with the recorded ones.
///
/// `RECORD=1` records additional items. It never removes one: to break a promise, delete the line
/// by hand.
struct StableList {
  let promise: StablePromise
  /// The recorded items that no longer exist, in order.
  let broken: [String]
  /// The items that are not recorded, in order.
  let added: [String]

  init(_ promise: StablePromise, recorded: Set<String>, current: Set<String>) {
    self.promise = promise
    broken = recorded.subtracting(current).sorted()
    added = current.subtracting(recorded).sorted()
  }

  /// What differs, a message for each item, and first for those that break a promise.
  var messages: [String] {
    broken.map {
      """
      incompatible: \(promise.reference) promises '\($0)', which no longer exists. Restore it, or \
      follow "How a promise is changed" there and delete the line in \(promise.path)
      """
    }
      + added.map {
        """
        not recorded: '\($0)' is new. \(promise.reference) will promise it from the next release \
        on; RECORD=1 swift test --filter StabilityTests adds it to \(promise.path)
        """
      }
  }

  /// Compares the items of a promise with its file, after recording additions if `RECORD` is 1.
  ///
  /// - Returns: The messages, and one about what was recorded.
  static func problems(of promise: StablePromise, current: Set<String>) throws -> [String] {
    let file = Repository.root.appendingPathComponent(promise.path)
    let text = FileManager.default.contents(atPath: file.path).map {
      String(decoding: $0, as: UTF8.self)
    }
    let recorded = Set((text ?? "").split(separator: "\n").map(String.init))
    let list = StableList(promise, recorded: recorded, current: current)
    guard Golden.isRecording, !list.added.isEmpty else { return list.messages }
    let lines = recorded.union(current).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    return StableList(promise, recorded: Set(lines), current: current).messages
      + ["\(promise.path): \(list.added.count) items were recorded; look at git diff"]
  }
}
