import FormBytes
import FormInput

/// The records of a small file, such as one edited in a spreadsheet program, read into memory as a
/// whole.
struct WholeFile {
  private(set) var digest = StreamDigest()
  private(set) var batches: [RecordBatch] = []
  private(set) var header: [String] = []
  private(set) var detected = DetectedProperties()
  /// The error that prevented reading to the end.
  private(set) var error: (any Error)?

  /// Reads a file. A file that is not UTF-8 is read in its probable encoding, or as windows-1252,
  /// which spreadsheet programs may write even if they were given UTF-8.
  init(_ path: String, _ options: ReaderOptions) {
    self.init { digest in try openReader(path: path, options: options, digest: digest) }
    if isNotUTF8 {
      var options = options
      options.encoding = (error as? ReaderError)?.likelyEncoding ?? .windows1252
      self.init { digest in try openReader(path: path, options: options, digest: digest) }
    }
  }

  /// A file with other records.
  init(_ file: WholeFile, header: [String], batches: [RecordBatch]) {
    self = file
    self.header = header
    self.batches = batches
  }

  /// The records of no file.
  init(digest: StreamDigest, header: [String], batches: [RecordBatch]) {
    (self.digest, self.header, self.batches) = (digest, header, batches)
  }

  /// Reads to the end.
  init(_ open: (StreamDigest) throws -> any RecordReader & ~Copyable) {
    do {
      var reader = try open(digest)
      header = reader.header
      detected = reader.detected
      while true {
        var batch = RecordBatch()
        guard try reader.read(into: &batch, maximumRecords: 1_000) else { break }
        batches.append(batch)
      }
      // JSON has a column for each key that occurs.
      header = reader.header
      detected = reader.detected
    } catch {
      self.error = error
    }
  }

  /// Whether the file has bytes that are not UTF-8, and no non-ASCII character in UTF-8.
  private var isNotUTF8: Bool {
    let kind = (error as? ReaderError)?.kind
    let hasStopped = kind == .encoding || kind == .unknownEncoding
    if detected.hasByteOrderMark || error != nil && !hasStopped { return false }
    let isDamaged = batches.contains { $0.faults.contains { $0.code == .encoding } }
    return (isDamaged || hasStopped)
      && !batches.contains { batch in
        batch.records.contains { batch.raw(of: $0).hasUTF8 }
      }
  }
}
