import Foundation

extension RawSpan {
  /// Writes all bytes to a file. Repeats write(2) if it is interrupted or writes only a part.
  ///
  /// - Parameter position: The position in the file; nil is the current one of the descriptor.
  /// - Returns: 0, or the `errno` of the failure.
  package func write(to descriptor: CInt, at position: Int? = nil) -> CInt {
    // Safe because only the bytes of the span are read, within the call.
    unsafe withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let (start, rest) = unsafe (bytes.baseAddress! + written, bytes.count - written)
        let count =
          if let position {
            unsafe pwrite(descriptor, start, rest, off_t(position + written))
          } else {
            unsafe Foundation.write(descriptor, start, rest)
          }
        if count < 0, errno != EINTR { return errno }
        written += max(0, count)
      }
      return 0
    }
  }
}

extension [UInt8] {
  /// Writes all bytes to a file, like `RawSpan.write(to:at:)`.
  package func write(to descriptor: CInt, at position: Int? = nil) -> CInt {
    // Safe because bytes have no padding.
    unsafe span.bytes.write(to: descriptor, at: position)
  }
}

extension MutableRawSpan {
  /// Replaces all bytes with those of a file from a position on.
  ///
  /// - Returns: 0, or the `errno` of the failure: `EIO` if the file ends before.
  package mutating func read(from descriptor: CInt, at position: Int) -> CInt {
    // Safe because exactly the bytes of the span are written, within the call.
    unsafe withUnsafeMutableBytes { bytes in
      var got = 0
      while got < bytes.count {
        let count = unsafe pread(
          descriptor, bytes.baseAddress! + got, bytes.count - got, off_t(position + got))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? EIO : errno }
        got += count
      }
      return 0
    }
  }
}
