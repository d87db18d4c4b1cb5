import ArgumentParser
import Foundation

/// The environment of a command: that of the process or of a test.
enum Environment {
  /// The environment that tests use instead of the process's.
  @TaskLocal static var replacement: [String: String]?

  /// The value of a variable, or nil if it is not set.
  ///
  /// - Throws: If the value is not UTF-8, because Swift would replace some of its bytes.
  static func value(of name: String) throws(ValidationError) -> String? {
    if let replacement { return replacement[name] }
    // Safe because this program never changes its environment.
    guard let text = unsafe getenv(name) else { return nil }
    guard let value = unsafe String(validatingCString: text) else {
      throw ValidationError("\(name) is not UTF-8")
    }
    return value
  }

  /// The value of a variable, or nil if it is not set or not UTF-8.
  static func validValue(of name: String) -> String? {
    do {
      return try value(of: name)
    } catch {
      return nil
    }
  }
}
