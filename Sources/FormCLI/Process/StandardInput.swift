import FormRecorder
import Foundation

/// The standard input of the program.
enum StandardInput {
  /// The maximum size in bytes. A longer input is not a single record.
  static let maximumBytes = 16 << 20

  /// Reads the whole input.
  ///
  /// - Throws: If standard input is a terminal, cannot be read, or is too large.
  static func bytes() throws(RecorderError) -> [UInt8] {
    guard isatty(0) == 0 else {
      throw RecorderError(
        .usage,
        "the record is missing: specify field=value arguments, or write a JSON object to standard input"
      )
    }
    var bytes: [UInt8] = []
    do {
      while let data = try FileHandle.standardInput.read(upToCount: 1 << 16), !data.isEmpty {
        bytes += data
        guard bytes.count <= maximumBytes else {
          throw RecorderError(
            .refused, "standard input exceeds the maximum size of a record (16 MiB)")
        }
      }
    } catch let error as RecorderError {
      throw error
    } catch {
      throw RecorderError(.refused, "standard input cannot be read")
    }
    return bytes
  }
}
