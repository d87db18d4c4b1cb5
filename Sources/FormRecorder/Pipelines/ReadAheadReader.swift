import FormInput

/// Reads another reader's records ahead on a separate thread, so that reading and judging use one
/// core each. The records and their order are unchanged.
struct ReadAheadReader: RecordReader, ~Copyable {
  private(set) var header: [String]
  private(set) var notes: DetectedProperties

  private let base: Base
  private let stage: PipelineStage<Portion, ReaderError>
  private var portion = Portion()

  /// Some records, with the reader's state after them.
  private struct Portion: ReusableBuffer {
    var records = RecordBatch()
    var header: [String] = []
    var notes = DetectedProperties()

    var weight: Int { records.bytes.count }

    mutating func removeAll() { records.removeAll() }
  }

  /// Safe because only the reading thread uses it until the stage has ended.
  private final class Base: @unchecked Sendable {
    var reader: any RecordReader & ~Copyable

    init(_ reader: consuming any RecordReader & ~Copyable) { self.reader = reader }
  }

  /// - Parameter boundaries: The positions at which batches end, regardless of the limit passed to `read`.
  init(
    _ reader: consuming any RecordReader & ~Copyable,
    _ boundaries: BatchBoundaries = BatchBoundaries()
  ) {
    header = reader.header
    notes = reader.notes
    let base = Base(reader)
    self.base = base
    stage = PipelineStage(buffers: 5, maximumWeight: 1 << 20) { queue throws(ReaderError) in
      var read = 0
      while var portion = queue.emptyBuffer(),
        try base.reader.read(
          into: &portion.records, maximumRecords: boundaries.maximumCount(after: read))
      {
        read += portion.records.records.count
        portion.header = base.reader.header
        portion.notes = base.reader.notes
        guard queue.append(portion) else { return }
      }
    }
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    swap(&batch, &portion.records)
    defer { swap(&batch, &portion.records) }
    do throws(ReaderError) {
      guard try stage.queue.next(&portion) else {
        notes = base.reader.notes
        return false
      }
    } catch {
      notes = base.reader.notes
      throw error
    }
    header = portion.header
    notes = portion.notes
    return true
  }
}
