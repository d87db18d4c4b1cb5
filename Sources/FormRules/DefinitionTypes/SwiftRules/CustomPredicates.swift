import FormBytes
import Synchronization

/// Predicates that a program registers by name for the rule `custom`. Register them at the start of
/// the program, before a rule set that uses them is bound.
public enum CustomPredicates {
  /// Returns whether a text, as UTF-8, is valid. Called for every record, from several threads.
  public typealias Predicate = @Sendable (Span<UInt8>) -> Bool

  /// Creates a predicate from the arguments in the definition. Called once for each rule.
  ///
  /// - Throws: `ArgumentError` if the arguments are invalid.
  public typealias Factory =
    @Sendable (_ arguments: [String: String]) throws(ArgumentError) -> Predicate

  /// An error in the arguments of a predicate.
  public struct ArgumentError: Error, Sendable {
    /// The problem and its remedy, in one line.
    public var message: String

    /// Creates an error with a message.
    public init(_ message: String) { self.message = message }
  }

  /// Creates the check that the rule runs.
  typealias CheckFactory =
    @Sendable (_ arguments: [String: String]) throws(ArgumentError) -> CustomCheck

  private static let factories = Mutex<[String: CheckFactory]>([
    "luhn": { arguments throws(ArgumentError) in CustomCheck(try luhn(arguments)) }
  ])

  /// Registers a predicate; replaces an earlier one with this name. Rules that are already bound
  /// keep theirs.
  public static func register(_ name: String, _ factory: @escaping Factory) {
    register(name) { arguments throws(ArgumentError) in CustomCheck(try factory(arguments)) }
  }

  static func register(_ name: String, _ factory: @escaping CheckFactory) {
    factories.withLock { $0[name] = factory }
  }

  /// Returns the factory registered under a name.
  static func factory(named name: String) -> CheckFactory? { factories.withLock { $0[name] } }

  /// All names, sorted.
  static var names: [String] { factories.withLock { $0.keys.sorted() } }

  /// The built-in predicate: digits, the last of which is the check digit (ISO/IEC 7812-1). Unlike
  /// the rule `luhn`, it accepts no separators.
  private static let luhn: Factory = { arguments throws(ArgumentError) in
    guard arguments.isEmpty else { throw ArgumentError("luhn has no arguments") }
    return { text in
      var sum = LuhnSum()
      for index in text.indices.reversed() {
        guard text[index].isASCIIDigit else { return false }
        sum.add(Int(text[index] & 15))
      }
      return text.count > 1 && sum.isSatisfied
    }
  }
}
