/// The version of a C library that the process has loaded.
package struct LibraryVersion: Sendable {
  /// The name that the library's project uses.
  package let name: String
  /// The number, such as `3.40.1`, or nil if the library is not installed or does not report it.
  package let number: String?

  /// - Parameters:
  ///   - name: The name of the library.
  ///   - report: The text by which it reports its version, such as `OpenSSL 3.0.19 27 Jan 2026`.
  ///     The number begins at the first digit and ends before a blank or comma.
  package init(_ name: String, report: String?) {
    self.name = name
    let number = report?.drop { !("0"..."9").contains($0) }.prefix { $0 != " " && $0 != "," }
    self.number = number.flatMap { $0.isEmpty ? nil : String($0) }
  }
}
