#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Converts text between two encodings, by the tables of the C library (`iconv`, POSIX).
@safe struct EncodingConverter: ~Copyable, @unchecked Sendable {
  // Safe because nobody else has it: it is closed with the converter, which cannot be copied.
  private let descriptor: iconv_t

  /// Why a conversion has stopped.
  enum Stop {
    /// All of the text is converted.
    case end
    /// The text ends within a character.
    case incomplete
    /// What comes next is no character, or one that the target lacks.
    case invalid
  }

  /// - Returns: nil if the C library does not know one of the encodings.
  init?(from source: String, to target: String) {
    let descriptor = unsafe iconv_open(target, source)
    guard Int(bitPattern: descriptor) != -1, let descriptor = unsafe descriptor as iconv_t?
    else { return nil }
    unsafe self.descriptor = descriptor
  }

  deinit { _ = unsafe iconv_close(descriptor) }

  /// Converts as many characters as it can; linear.
  ///
  /// - Parameters:
  ///   - position: where the text begins in `input`; then where the conversion has stopped.
  ///   - output: the text is appended to it.
  func convert(
    _ input: [UInt8], from position: inout Int, appendingTo output: inout [UInt8]
  ) -> Stop {
    var stop = Stop.end
    var start = position
    // No character takes more than four bytes for each of its own.
    let converted = unsafe [UInt8](unsafeUninitializedCapacity: 4 * (input.count - start) + 8) {
      target, count in
      // Safe because the pointers stay within the buffers, by the counts that iconv keeps.
      unsafe input.withUnsafeBytes { source in
        var next = unsafe UnsafeMutablePointer(
          mutating: source.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self))
        var left = source.count - start
        var free = target.count
        unsafe target.withMemoryRebound(to: CChar.self) { target in
          var end = target.baseAddress
          if unsafe iconv(descriptor, &next, &left, &end, &free) == -1 {
            stop = errno == EINVAL ? .incomplete : .invalid
          }
        }
        start = source.count - left
        count = target.count - free
      }
    }
    output += converted
    position = start
    return stop
  }
}
