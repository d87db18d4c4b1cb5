#if Server
import FormInput
import FormRecorder
import Hummingbird
import NIOCore
import NIOFileSystem

/// A file that a client uploads, stored next to the database until it is imported.
///
/// The upload is not buffered in memory. It keeps the client's name for the file, which is
/// recorded.
struct Upload: Sendable {
  /// The client's name of the file. It is safe as a file name.
  let name: String
  /// Deleted at the latest when the last copy of the upload is released.
  let file: IncomingFile

  /// Receives the body of a request.
  ///
  /// - Parameters:
  ///   - name: The client's name of the file. Only its last component is used.
  ///   - database: The path of the database.
  /// - Throws: A problem with status 413 if the body exceeds its limit, and 507 if it cannot be
  ///   stored.
  init(_ body: ReceivedBody, name: String, beside database: String) async throws {
    self.name = Self.safeName(name)
    do {
      file = try IncomingFile(forImportInto: database)
      try await Self.write(body, to: file.path)
    } catch let error where error is FileSystemError || error is RecorderError {
      var problem = Problem(
        .init(code: 507), "the file cannot be stored; contact the operator of the server")
      problem.cause = "an uploaded file cannot be stored: \(error)"
      throw problem
    }
  }

  private static func write(_ body: ReceivedBody, to path: String) async throws {
    try await FileSystem.shared.withFileHandle(
      forWritingAt: FilePath(path), options: .modifyFile(createIfNecessary: false)
    ) { file in
      var offset: Int64 = 0
      for try await bytes in body {
        offset += try await file.write(contentsOf: bytes, toAbsoluteOffset: offset)
      }
    }
  }

  /// - Throws: A problem with status 413 if the content of a compressed file exceeds a number of
  ///   bytes.
  func requireContent(atMost maximum: Int) throws(Problem) {
    do throws(ReaderError) {
      if try hasContent(atMost: maximum, inFile: file.path) { return }
    } catch {
      // The import reports the error of the file.
      return
    }
    throw Problem(
      .contentTooLarge, "\(name): expands to more than \(maximum) bytes; send less at a time")
  }

  /// The last component of a name without control characters, or `upload` if it means a folder or
  /// standard input. File systems allow 255 bytes; a longer name loses the end of its stem, but
  /// keeps its extension.
  private static func safeName(_ name: String) -> String {
    // A combining mark forms one character with the slash in front of it.
    let parts = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }
    var safe = String.UnicodeScalarView()
    for scalar in parts.last ?? .init() where scalar.value >= 32 && scalar.value != 127 {
      safe.append(scalar)
    }
    let whole = String(safe)
    let dot = whole.utf8.suffix(20).lastIndex(of: UInt8(ascii: ".")) ?? whole.endIndex
    let ending = whole[dot...]
    var stem = whole[..<dot]
    while stem.utf8.count > 200 { stem.unicodeScalars.removeLast() }
    let text = stem + ending
    return ["", ".", "..", "-"].contains(text) ? "upload" : String(text)
  }
}
#endif
