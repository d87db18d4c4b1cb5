package import FormInput

/// Reads another reader's records ahead on a separate thread, so that reading and judging use one
/// core each. The records and their order are unchanged.
package struct ReadAheadReader: RecordReader, ~Copyable {
  package private(set) var header: [String]
  package private(set) var detected: DetectedProperties

  private let base: Base
  private let stage: PipelineStage<Buffer, ReaderError>
  private var buffer = Buffer()

  /// Some records, with the reader's state after them.
  private struct Buffer: ReusableBuffer {
    var records = RecordBatch()
    var header: [String] = []
    var detected = DetectedProperties()

    var weight: Int { records.bytes.count }

    mutating func removeAll() { records.removeAll() }
  }

  /// Safe because only the reading thread uses it until the stage has ended.
  private final class Base: @unchecked Sendable {
    var reader: any RecordReader & ~Copyable

    init(_ reader: consuming any RecordReader & ~Copyable) { self.reader = reader }
  }

  /// - Parameter boundaries: The positions at which batches end, regardless of the limit passed to
  ///   `read`.
  package init(
    _ reader: consuming any RecordReader & ~Copyable,
    _ boundaries: BatchBoundaries = BatchBoundaries()
  ) {
    header = reader.header
    detected = reader.detected
    let base = Base(reader)
    self.base = base
    stage = PipelineStage(buffers: 5, maximumWeight: 1 << 20) { queue throws(ReaderError) in
      var read = 0
      while var buffer = queue.emptyBuffer(),
        try base.reader.read(
          into: &buffer.records, maximumRecords: boundaries.maximumCount(after: read))
      {
        read += buffer.records.records.count
        buffer.header = base.reader.header
        buffer.detected = base.reader.detected
        guard queue.append(buffer) else { return }
      }
    }
  }

  package mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    swap(&batch, &buffer.records)
    defer { swap(&batch, &buffer.records) }
    do throws(ReaderError) {
      guard try stage.queue.next(&buffer) else {
        detected = base.reader.detected
        return false
      }
    } catch {
      detected = base.reader.detected
      throw error
    }
    header = buffer.header
    detected = buffer.detected
    return true
  }
}
