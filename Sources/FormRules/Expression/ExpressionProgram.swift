/// A compiled condition: flat arrays of plain values, so that evaluation neither allocates, nor
/// counts references, nor follows pointers. Each node precedes its parts and stores the number of
/// nodes including itself.
struct ExpressionProgram {
  /// Conditions.
  struct Node {
    let test: Test
    /// The number of nodes, including its parts.
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
    /// An integer field and a constant: the most common comparison, optimized.
    case integer(field: Int, Comparison, Int64)
    /// A field of any other type except text, and a constant.
    case constant(field: Int, Comparison, Value)
    /// Any values except texts.
    case values(TermIndex, Comparison, TermIndex)
    case texts(TextSource, Comparison, TextSource)
    /// Whether a value is one of the sorted constants.
    case isAmong(TermIndex, Slice)
    /// Whether a text is one of the sorted constants.
    case isTextAmong(TextSource, Slice)
    case isBlank(TextSource)
    case matches(TextSource, pattern: Int)
    case areDistinct(Slice)
  }

  /// Values other than texts.
  struct Term {
    let content: TermContent
    /// The operation that joins the term to the preceding parts of a chain.
    var operation = ArithmeticOperator.add
    /// The number of terms, including its parts.
    var size = 1
  }

  enum TermContent {
    case constant(Value)
    case field(Int)
    case parameter(Int)
    case today
    case now
    /// The parts from left to right, each joined by its operation.
    case chain
    case sum(Slice)
    case least(Slice)
    case greatest(Slice)
    case count(Slice)
    case length(TextSource)
  }

  /// The location of a text's bytes.
  enum TextSource {
    case field(Int)
    case parameter(Int)
    case source
    /// The bytes of a constant.
    case constant(Slice)
  }

  typealias TermIndex = Int

  /// A range in one of the tables below.
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
  /// The constant texts of `in` lists, as ranges in `bytes`.
  var words: [Slice] = []
  /// The bytes of constant texts.
  var bytes: [UInt8] = []
  var patterns: [Pattern] = []
}
