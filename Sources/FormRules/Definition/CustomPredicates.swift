import FormBytes
import Synchronization

/// Predicates that programs add to the rules, by name, for the rule `custom`. They must be there
/// before a rule set that names them is bound: registering belongs to the start of a program.
public enum CustomPredicates {
  /// Whether a text, as UTF-8, is good. Called from several threads, for every record.
  public typealias Predicate = @Sendable (Span<UInt8>) -> Bool

  /// Makes a predicate of the arguments that the definition gives, once for each rule.
  ///
  /// - Throws: `ArgumentError` when they are not what the predicate needs.
  public typealias Factory =
    @Sendable (_ arguments: [String: String]) throws(ArgumentError) -> Predicate

  /// What is wrong with arguments, in one line.
  public struct ArgumentError: Error, Sendable {
    /// What is wrong and what to do.
    public var message: String

    /// An error with its message.
    public init(_ message: String) { self.message = message }
  }

  /// The same for what the rule runs.
  typealias CheckFactory =
    @Sendable (_ arguments: [String: String]) throws(ArgumentError) -> CustomCheck

  private static let factories = Mutex<[String: CheckFactory]>([
    "luhn": { arguments throws(ArgumentError) in CustomCheck(try luhn(arguments)) }
  ])

  /// Adds a predicate, or replaces the one of that name. Rules that are bound already keep theirs.
  public static func register(_ name: String, _ factory: @escaping Factory) {
    register(name) { arguments throws(ArgumentError) in CustomCheck(try factory(arguments)) }
  }

  static func register(_ name: String, _ factory: @escaping CheckFactory) {
    factories.withLock { $0[name] = factory }
  }

  /// What is registered under the name.
  static func factory(named name: String) -> CheckFactory? { factories.withLock { $0[name] } }

  /// All names, in order.
  static var names: [String] { factories.withLock { $0.keys.sorted() } }

  /// The one that is always there: digits of which the last is the check digit (ISO/IEC 7812-1). The
  /// rule `luhn` takes separators, too.
  private static let luhn: Factory = { arguments throws(ArgumentError) in
    guard arguments.isEmpty else { throw ArgumentError("luhn takes no arguments") }
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
