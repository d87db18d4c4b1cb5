/// Decompresses one format, member by member. Concatenated files count as one file.
protocol MemberDecoder: ~Copyable, Sendable {
  /// The name of the format in errors.
  static var name: String { get }

  init() throws(ReaderError)

  /// Returns whether a member can begin with this byte.
  func begins(with byte: UInt8) -> Bool

  /// Prepares for a member.
  mutating func begin() throws(ReaderError)

  /// Decompresses until the input is consumed, the output is full, or the member ends.
  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecoderResult
}

/// The result of one call of a decoder.
struct DecoderResult {
  enum State {
    case more, memberEnded, damaged
    /// The reason, in place of "is damaged".
    case refused(String)
  }

  /// The number of consumed input bytes.
  var consumed: Int
  var state: State
}

/// The content of a compressed file with one or more members.
///
/// Each member must be complete and match its checksum. Zero bytes after a member are padding.
///
/// Decompression is streaming: the memory is that of the decoder and one block of input.
struct DecompressingByteSource<Decoder: MemberDecoder & ~Copyable>: ByteSource, ~Copyable {
  /// A file is treated as an attack if the content exceeds this size and `bombRatio` times the
  /// number of bytes that were read of the file.
  ///
  /// Ordinary data does not compress that well.
  private static var bombBytes: Int { 64 << 20 }
  private static var bombRatio: Int { 1000 }

  private var base: any ByteSource & ~Copyable
  private var decoder: Decoder
  private var input: [UInt8] = []
  private var position = 0
  private var inputBytes = 0
  private var outputBytes = 0
  private var isInMember = false
  /// Whether the output was full, so that the decoder may produce more without further input.
  private var isPending = false

  init(_ base: consuming any ByteSource & ~Copyable) throws(ReaderError) {
    self.base = base
    decoder = try Decoder()
  }

  mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    while true {
      if position == input.count, !isPending, try !readInput() {
        if isInMember { throw error("is truncated; obtain the file again") }
        return 0
      }
      if !isInMember, try !beginMember() { continue }
      let found = try decode(appendingTo: &bytes, atMost: min(count, 1 << 30))
      outputBytes += found
      if outputBytes > Self.bombBytes, outputBytes / Self.bombRatio > inputBytes {
        throw error("expands to more than \(Self.bombRatio) times its size; unpack it first")
      }
      if found > 0 { return found }
    }
  }

  private mutating func readInput() throws(ReaderError) -> Bool {
    input.removeAll(keepingCapacity: true)
    position = 0
    let found = try base.read(appendingTo: &input, atMost: 1 << 16)
    inputBytes += found
    return found > 0
  }

  /// Skips padding, and prepares for a member if there is one.
  private mutating func beginMember() throws(ReaderError) -> Bool {
    isPending = false
    if inputBytes > input.count || position > 0 {
      while position < input.count, input[position] == 0 { position += 1 }
    }
    guard position < input.count else { return false }
    guard decoder.begins(with: input[position]) else {
      throw error("is followed by other data")
    }
    try decoder.begin()
    isInMember = true
    return true
  }

  private mutating func decode(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let start = bytes.count
    // Copied out because the closure must not access `self` while parts of it are borrowed.
    let (input, position) = (input, position)
    var part = DecoderResult(consumed: 0, state: .more)
    bytes.append(addingCapacity: count) { output in
      part = decoder.decode(input.span.extracting(position...), into: &output)
    }
    self.position += part.consumed
    let found = bytes.count - start
    isPending = found == count
    switch part.state {
    case .more: break
    case .memberEnded: isInMember = false
    case .damaged: throw error("is damaged; obtain the file again")
    case .refused(let why): throw error(why)
    }
    return found
  }

  private func error(_ what: String) -> ReaderError {
    let offset = inputBytes - input.count + position
    return ReaderError(
      .compression, byteOffset: offset,
      "byte \(offset) of the file: the \(Decoder.name) data \(what)")
  }
}
