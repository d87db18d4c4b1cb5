import Foundation

extension String {
  /// The operating system's description of an error number.
  package init(errno number: CInt) {
    // Safe because strerror returns a NUL-terminated string, which is copied immediately.
    self = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
