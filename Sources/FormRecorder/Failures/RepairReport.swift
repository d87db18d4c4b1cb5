import FormBytes
import FormDefinitions
package import FormRules

/// The repairs of a column with their effects.
package struct RepairReport: Sendable {
  /// The number of open cells.
  package var cells = 0
  /// The most frequent texts of the cells, with their numbers.
  package var values: [(text: String, count: Int)] = []
  package var repairs: [Effect] = []

  /// The effect of a repair.
  package struct Effect: Sendable {
    package var repair: Repair.Change
    /// The new text of each cell that the repair changes.
    package var texts: [(submission: Int64, text: String)]
    /// How many failures fewer there are.
    package var closed = 0
    /// The first changes with different texts.
    package var examples: [(before: String, after: String)] = []
  }

  /// - Parameter withTexts: Whether to include the new text of each cell.
  package func json(withTexts: Bool) -> JSON {
    .object([
      "cells": .integer(cells),
      "values": .array(
        values.map { .object(["text": .string($0.text), "count": .integer($0.count)]) }),
      "repairs": .array(
        repairs.map { effect in
          var members: [JSON.Member] = [
            .init("repair", effect.repair.json), .init("cells", .integer(effect.texts.count)),
            .init("closed", .integer(effect.closed)),
            .init(
              "examples",
              .array(effect.examples.map { .array([.string($0.before), .string($0.after)]) })),
          ]
          if withTexts {
            members.append(
              .init(
                "texts",
                .array(effect.texts.map { .array([.integer($0.submission), .string($0.text)]) })))
          }
          return .object(members)
        }),
    ])
  }
}

extension RepairedCells {
  private static let maximumValues = 50
  private static let maximumExamples = 3

  /// The most frequent texts of the cells.
  var frequentTexts: [(text: String, count: Int)] {
    let counts = Dictionary(grouping: cells, by: \.text.utf8Bytes).values.map {
      (text: $0[0].text, count: $0.count)
    }
    let sorted = counts.sorted {
      $0.count == $1.count
        ? $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) : $0.count > $1.count
    }
    return Array(sorted.prefix(Self.maximumValues))
  }

  /// The first changes with different texts.
  func examples(
    of texts: [(submission: Int64, text: String)]
  ) -> [(before: String, after: String)] {
    let before = Dictionary(
      cells.map { ($0.submission, $0.text) }, uniquingKeysWith: { first, _ in first })
    var examples: [(before: String, after: String)] = []
    for (submission, after) in texts where examples.count < Self.maximumExamples {
      let text = before[submission] ?? ""
      if !examples.contains(where: { $0.before == text }) { examples.append((text, after)) }
    }
    return examples
  }
}
