import FormBytes

/// The texts that the cells of a workbook share, in a temporary file, because they may not fit in
/// memory. Recent blocks are cached, because access is mostly sequential.
///
/// Sendable because only the parser of its part and then the reader of one workbook, which cannot
/// be copied, use it, on one thread at a time.
final class SharedStrings: XMLHandler, @unchecked Sendable {
  private static let bufferBytes = 1 << 15
  private static let keptBlocks = 128
  /// The interval of the texts whose positions are stored.
  private static let spacing = 16

  private(set) var error: ReaderError?
  private var file: UnnamedFile?
  private var buffer: [UInt8] = []
  private var offsets: [Int] = []
  private var count = 0
  private var text: [UInt8] = []
  private let maximumBytes: Int
  private var blocks: [Int: [UInt8]] = [:]
  /// The block read last.
  private var current: (number: Int, bytes: [UInt8]) = (-1, [])
  /// The text after the one read last, because programs write most texts in the order of cells.
  private var following: (index: Int, offset: Int) = (-1, 0)

  /// - Parameter maximumBytes: The size after which a text is truncated. Its record is too long.
  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  func begin(_ name: XMLName, in parent: XMLName, _ attributes: XMLAttributes) -> Bool {
    switch (parent, name) {
    case (SheetNames.sst, SheetNames.si):
      text.removeAll(keepingCapacity: true)
      return true
    // Phonetic texts have other parents.
    case (SheetNames.si, SheetNames.t), (SheetNames.si, SheetNames.r), (SheetNames.r, SheetNames.t):
      return true
    default: return (parent, name) == (.document, SheetNames.sst)
    }
  }

  func end(_ name: XMLName) {
    if name == SheetNames.si { add() }
  }

  func text(_ bytes: Span<UInt8>, in name: XMLName) {
    guard name == SheetNames.t, text.count <= maximumBytes else { return }
    text.append(bytes)
  }

  private func add() {
    if count % Self.spacing == 0 { offsets.append((file?.size ?? 0) + buffer.count) }
    count += 1
    let size = UInt32(text.count)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      buffer.append(UInt8(truncatingIfNeeded: size >> shift))
    }
    buffer += text
    if buffer.count >= 1 << 18 { flush() }
  }

  private func flush() {
    do throws(ReaderError) {
      if file == nil { file = try UnnamedFile() }
      try file?.append(buffer)
      buffer.removeAll(keepingCapacity: true)
    } catch {
      self.error = error
    }
  }

  /// Finishes writing. Call this after all texts have been added.
  func finish() throws(ReaderError) {
    flush()
    if let error { throw error }
  }

  /// Appends a text. Returns false if there is no text with this index.
  func append(_ index: Int, to bytes: inout [UInt8]) throws(ReaderError) -> Bool {
    guard index >= 0, index < count else { return false }
    var offset = following.offset
    if index != following.index {
      offset = offsets[index / Self.spacing]
      for _ in 0..<(index % Self.spacing) { offset += 4 + (try size(at: offset)) }
    }
    let size = try size(at: offset)
    try read(offset + 4, size) { block, range in bytes.append(contentsOf: block[range]) }
    following = (index + 1, offset + 4 + size)
    return true
  }

  private func size(at offset: Int) throws(ReaderError) -> Int {
    var size = 0
    var shift = 0
    try read(offset, 4) { block, range in
      for index in range {
        size |= Int(block[index]) << shift
        shift += 8
      }
    }
    return size
  }

  private func block(_ number: Int) throws(ReaderError) -> [UInt8] {
    if let known = blocks[number] { return known }
    if blocks.count >= Self.keptBlocks { blocks.removeAll(keepingCapacity: true) }
    let first = number * Self.bufferBytes
    let block = try file?.bytes(first..<(first + Self.bufferBytes)) ?? []
    blocks[number] = block
    return block
  }

  /// Calls the body with the parts of a range, block by block.
  private func read(
    _ start: Int, _ count: Int, body: ([UInt8], Range<Int>) -> Void
  ) throws(ReaderError) {
    var position = start
    let end = start + count
    while position < end {
      let number = position / Self.bufferBytes
      let offset = position % Self.bufferBytes
      let part = min(end - position, Self.bufferBytes - offset)
      if current.number != number { current = (number, try block(number)) }
      body(current.bytes, offset..<(offset + part))
      position += part
    }
  }
}

/// Names of elements in sheets and shared strings.
enum SheetNames {
  static let sst = XMLName("sst")
  static let si = XMLName("si")
  static let t = XMLName("t")
  static let worksheet = XMLName("worksheet")
  static let sheetData = XMLName("sheetData")
  static let mergeCells = XMLName("mergeCells")
  static let row = XMLName("row")
  static let c = XMLName("c")
  static let v = XMLName("v")
  static let f = XMLName("f")
  static let inline = XMLName("is")
  static let r = XMLName("r")
}
