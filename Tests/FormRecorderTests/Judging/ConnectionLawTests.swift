import FormTestSupport
import Testing

/// Virtual tables, prepared statements, settings and caches of a connection do not pass from one
/// operation to the next.
@Suite struct ConnectionLawTests {
  /// Random operations on several forms over one connection give the reports, errors and verdicts
  /// of the same operations over connections of their own.
  @Test func operationsOverOneConnectionAreIndependent() throws {
    let wrong = try RandomRounds.run("connections", 1, long: 60) { random, show in
      let stores = try [true, false].map { try JudgedStore(sharesConnection: $0) }
      var filling = random
      try stores[0].fill(&random)
      try stores[1].fill(&filling)
      var history: [String] = []
      for _ in 0..<Int.random(in: 8...14, using: &random) {
        let operation = try stores[1].operation(&random)
        history.append("\(operation)")
        show(history.joined(separator: "\n"))
        let outcomes = stores.map { $0.outcome(of: operation) }
        if outcomes[0] != outcomes[1] { return "\(outcomes[0])\ninstead of\n\(outcomes[1])" }
        if let difference = try stores[0].difference(from: stores[1]) { return difference }
      }
      return nil
    }
    #expect(wrong == nil)
  }
}
