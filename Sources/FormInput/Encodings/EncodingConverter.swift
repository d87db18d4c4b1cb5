import Foundation

/// Converts text between two encodings with the tables of the C library (`iconv`, POSIX).
@safe struct EncodingConverter: ~Copyable, @unchecked Sendable {
  // Safe because nothing else uses it. It is closed with the converter, which is noncopyable.
  private let descriptor: iconv_t

  /// The reason why a conversion has stopped.
  enum Stop {
    /// The whole text is converted.
    case end
    /// The text ends within a character.
    case incomplete
    /// The next bytes are not a character, or the target encoding lacks the character.
    case invalid
  }

  /// - Returns: Nil if the C library does not support one of the encodings.
  init?(from source: String, to target: String) {
    let descriptor = unsafe iconv_open(target, source)
    guard Int(bitPattern: descriptor) != -1, let descriptor = unsafe descriptor as iconv_t?
    else { return nil }
    unsafe self.descriptor = descriptor
  }

  deinit { _ = unsafe iconv_close(descriptor) }

  /// Converts as many characters as possible.
  ///
  /// Complexity: linear.
  ///
  /// - Parameters:
  ///   - position: The start of the text in `input`. Updated to the position at which the
  ///     conversion stopped.
  ///   - output: The converted text is appended to it.
  func convert(
    _ input: [UInt8], from position: inout Int, appendingTo output: inout [UInt8]
  ) -> Stop {
    var stop = Stop.end
    var start = position
    // No character takes more than four bytes for each of its source bytes.
    let converted = unsafe [UInt8](unsafeUninitializedCapacity: 4 * (input.count - start) + 8) {
      target, count in
      // Safe because iconv's counts keep the pointers within the buffers.
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
