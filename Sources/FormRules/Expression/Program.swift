/// A compiled condition: flat arrays of plain values, so that evaluation allocates nothing, counts
/// no references and follows no pointers. Each node stands before its parts and knows how many
/// nodes it takes, itself counted.
struct Program {
  /// Conditions.
  struct Node {
    let test: Test
    /// How many nodes it takes, with its parts.
    var size = 1
  }

  enum Test {
    /// All parts are true.
    case all
    /// Any part is true.
    case any
    case not
    /// A boolean value.
    case flag(TermIndex)
    /// A field of type integer with a constant: the usual comparison, made fast.
    case integer(field: Int, Comparison, Int64)
    /// Any other field but text with a constant.
    case constant(field: Int, Comparison, Value)
    /// Any values but texts.
    case values(TermIndex, Comparison, TermIndex)
    case texts(TextPlace, Comparison, TextPlace)
    /// Whether a value is among sorted constants.
    case isAmong(TermIndex, Slice)
    /// Whether a text is among sorted constants.
    case isTextAmong(TextPlace, Slice)
    case isBlank(TextPlace)
    case matches(TextPlace, pattern: Int)
    case areDistinct(Slice)
  }

  /// Values other than texts.
  struct Term {
    let content: TermContent
    /// How it joins the parts before it in a chain.
    var operation = Operation.add
    /// How many terms it takes, with its parts.
    var size = 1
  }

  enum TermContent {
    case constant(Value)
    case field(Int)
    case parameter(Int)
    case today
    case now
    /// Its parts from left to right, each joined by its operation.
    case chain
    case sum(Slice)
    case least(Slice)
    case greatest(Slice)
    case count(Slice)
    case length(TextPlace)
  }

  /// Where the bytes of a text are.
  enum TextPlace {
    case field(Int)
    case parameter(Int)
    case source
    /// The bytes of a constant.
    case constant(Slice)
  }

  typealias TermIndex = Int

  /// A part of one of the tables below.
  struct Slice {
    let start: Int
    let end: Int
    var range: Range<Int> { start..<end }
  }

  var nodes: [Node] = []
  var terms: [Term] = []
  /// The fields of functions.
  var fields: [Int] = []
  /// The constants of `in` lists.
  var values: [Value] = []
  /// The constant texts of `in` lists, in `bytes`.
  var words: [Slice] = []
  /// The bytes of constant texts.
  var bytes: [UInt8] = []
  var patterns: [Pattern] = []
}
