import FormBytes
import FormHashing
package import FormStore
import Foundation

extension SubmittedFiles {
  /// How long a file without a submission is kept after its upload, in seconds. Its form may still
  /// be submitted.
  private static let timeToSend: TimeInterval = 48 * 3600

  /// The names of all stored files, sorted. Without the folder, there are none.
  private var names: [String] {
    get throws(RecorderError) {
      do {
        return try FileManager.default.contentsOfDirectory(atPath: path).filter(Self.isName)
          .sorted()
      } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
        return []
      } catch {
        throw RecorderError(.storage, "\(path): the folder of submitted files cannot be read")
      }
    }
  }

  /// Copies all files to another folder, except those that are already there.
  ///
  /// - Returns: The names of the files.
  /// - Throws: `RecorderError` if the content of a file does not match its name, or if a file
  ///   cannot be copied.
  package func copy(to other: SubmittedFiles) throws(RecorderError) -> [String] {
    let names = try names
    other.deleteTemporaryFiles()
    for name in names {
      let file = "\(path)/\(name)"
      guard let content = FileBytes.read(file, atMost: .max) else {
        throw RecorderError(.refused, "\(file): cannot be read")
      }
      guard Digest.of(content).hexadecimal == name else {
        throw RecorderError(.refused, "\(file): the content does not match the name")
      }
      _ = try other.store(content)
    }
    return names
  }

  /// The names of the files to which no submission of a store refers, except some.
  func unusedNames(in store: Store, except kept: [String]) throws(RecorderError) -> [String] {
    let kept = Set(kept)
    return try unused(try names.filter { !kept.contains($0) }, in: store)
  }

  /// The candidates to which no submission refers.
  private func unused(
    _ candidates: [String], in store: Store
  ) throws(RecorderError) -> [String] {
    if candidates.isEmpty { return [] }
    let used = try names(in: store, [1...Int64.max])
    return candidates.filter { !used.contains($0) }
  }

  func remove(_ names: [String]) throws(RecorderError) {
    try mappingErrors {
      for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }
  }

  /// The names of files that submissions refer to.
  ///
  /// Reads the cells of these submissions.
  package func names(in store: Store, _ ids: [ClosedRange<Int64>]) throws(RecorderError) -> Set<
    String
  > {
    var found: Set<String> = []
    if try names.isEmpty { return found }
    var rows = StoredRows()
    for range in ids {
      var next = range.lowerBound
      while next <= range.upperBound {
        try mappingErrors {
          try store.readSubmissions(
            next...range.upperBound, limit: 10_000, maximumBytes: 4 << 20, into: &rows)
        }
        guard let last = rows.ids.last else { break }
        Self.findNames(in: rows.text, &found)
        next = last + 1
      }
    }
    return found
  }

  /// Finds the texts between quotes that have the form of a name.
  private static func findNames(in text: [UInt8], _ found: inout Set<String>) {
    let length = 2 * Digest.count
    var start: Int?
    for (position, byte) in text.enumerated() where byte == UInt8(ascii: "\"") {
      if let start, position - start == length + 1 {
        let name = String(decoding: text[start + 1..<position], as: UTF8.self)
        if isName(name) { found.insert(name) }
      }
      start = position
    }
  }

  /// Removes the files of purged submissions, the files that were submitted (`require`), and old
  /// uploads that never were, unless a submission refers to them. The writer lock must be held.
  ///
  /// A record from the page of a form that is about to refer to a removed file is not stored
  /// (`require`).
  ///
  /// - Parameter purged: The names of the files that the purged submissions referred to.
  /// - Returns: The number of removed files.
  package func removeUnused(in store: Store, purged: Set<String>) throws(RecorderError) -> Int {
    let before = Date(timeIntervalSinceNow: -Self.timeToSend)
    let candidates = try names.filter { name in
      if purged.contains(name) { return true }
      // A file whose time cannot be read is kept.
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      return (attributes?[.modificationDate] as? Date).map { $0 < before } ?? false
    }
    let unused = try unused(candidates, in: store)
    try remove(unused)
    return unused.count
  }
}
