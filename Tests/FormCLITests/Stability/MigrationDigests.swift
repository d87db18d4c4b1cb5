import FormBytes
import FormHashing
import FormTestSupport
import Foundation

/// The files of `Migrations/`, each with the SHA-256 of its text, which never changes.
enum MigrationDigests {
  static func items() throws -> Set<String> {
    let folder = Repository.root.appendingPathComponent("Migrations")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".sql") }
    return Set(
      try files.map { file in
        let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(file)))
        return "\(file) \(Digest.of(bytes).hexadecimal)"
      })
  }
}
