import ArgumentParser
import Foundation

/// The environment of a command: the process's, or that of a test.
enum Environment {
  /// What tests set in place of the process's environment.
  @TaskLocal static var replacement: [String: String]?

  /// The value of a variable, nil when it is not set.
  ///
  /// - Throws: when it is not UTF-8: Swift would put other characters in place of its own.
  static func value(of name: String) throws -> String? {
    if let replacement { return replacement[name] }
    // Safe because nothing in this program changes its environment.
    guard let text = unsafe getenv(name) else { return nil }
    guard let value = unsafe String(validatingCString: text) else {
      throw ValidationError("\(name) is not UTF-8")
    }
    return value
  }
}
