extension [UInt8] {
  /// Appends all bytes of a span.
  package mutating func append(_ span: Span<UInt8>) {
    // Safe because the buffer is only used within the call.
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
