import FormRules

extension AuditReport {
  /// A table of an audit, which its text and its page show.
  package struct Table: Sendable {
    /// A table cell.
    package enum Cell: Sendable {
      /// A text that can be shown as it is, or nothing.
      case text(String?)
      /// One of formrec's own terms, or the number of an import.
      case term(String)
      /// A time (RFC 3339).
      case time(String)
      case count(Int)
      /// A ratio in ten-thousandths.
      case share(Int)

      /// A field, or nil for the whole record.
      package static func field(_ name: String?) -> Cell {
        name.map { .text($0.displayText) } ?? .term("whole record")
      }

      package var number: Int? {
        switch self {
        case .text, .term, .time: nil
        case .count(let number), .share(let number): number
        }
      }
    }

    /// The term for the title.
    package let title: String
    /// The terms for the names of the columns.
    package private(set) var columns: [String]
    /// The column whose numbers are also shown as bars, if any.
    package let measure: String?
    package var rows: [[Cell]]

    /// Creates a table without the columns that are empty.
    package init(_ title: String, _ columns: [String], measure: String? = nil, rows: [[Cell]]) {
      (self.title, self.columns, self.measure, self.rows) = (title, columns, measure, rows)
      keep(
        columns.indices.filter { column in
          rows.contains { if case .text(nil) = $0[column] { false } else { true } }
        })
    }

    private mutating func keep(_ order: [Int]) {
      columns = order.map { columns[$0] }
      rows = rows.map { row in order.map { row[$0] } }
    }

    package func isNumber(_ column: Int) -> Bool { rows.contains { $0[column].number != nil } }

    /// The numbers of the column `measure`.
    package var measures: [Int] {
      guard let column = measure.flatMap(columns.firstIndex(of:)) else { return [] }
      return rows.compactMap { $0[column].number }
    }

    /// The length of the bar for a number, in ten-thousandths of that for the largest number.
    package static func length(_ number: Int, of most: Int) -> Int {
      // In an altered store, a number may have any value.
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10_000)
      return most == 0 ? 0 : isTooLarge ? 10_000 : product / most
    }

    /// The table with its numbers in the last columns.
    package var withNumbersLast: Table {
      var table = self
      table.keep(columns.indices.filter { !isNumber($0) } + columns.indices.filter(isNumber))
      return table
    }
  }
}

/// The tables by property. Columns whose texts may be long are the last ones.
extension AuditReport {
  package var fieldTable: Table {
    Table(
      "by field", ["count", "field", "form"], measure: "count",
      rows: byField.map { [.count($0.count), .field($0.field), .text(distinctForm($0.form))] })
  }

  package var importTable: Table {
    let counts = cells(byImport.map { ($0.counts, $0.rejectedOnDelivery) })
    let hasSeveralForms = Set(byImport.map(\.form)).count > 1
    return Table(
      "by import", ["import", "began"] + countNames + ["form", "source", "file"], measure: measure,
      rows: zip(byImport, counts).map { line, counts -> [Table.Cell] in
        [.term("\(line.importID)"), .time(line.startedAt)] + counts + [
          .text(hasSeveralForms ? line.form.displayText : nil), .text(line.source?.displayText),
          .text(line.fileName?.displayText),
        ]
      })
  }

  /// The counts of imports by a common property. Without rows if no import has it.
  package func table(_ name: String, _ groups: [Group]) -> Table {
    let isKnown = groups.contains { $0.name != nil }
    let counts = cells(groups.map { ($0.counts, $0.rejectedOnDelivery) })
    return Table(
      "by \(name)", [name] + countNames + ["new rules"], measure: measure,
      rows: zip(isKnown ? groups : [], counts).map { group, counts -> [Table.Cell] in
        let rules = group.newRules.isEmpty ? nil : group.newRules.joined(separator: " ").displayText
        return [group.name.map { .text($0.displayText) } ?? .term("none")] + counts + [.text(rules)]
      })
  }

  package var versionTable: Table {
    let counts = cells(byVersion.map { ($0.counts, nil) })
    return Table(
      "by version", ["version"] + countNames + ["form"], measure: measure,
      rows: zip(byVersion, counts).map { line, counts -> [Table.Cell] in
        [.text("\(line.rules)@\(line.version)".displayText)] + counts
          + [.text(distinctForm(line.form))]
      })
  }

  package var assigneeTable: Table {
    Table(
      "by assignee", ["open", "errors", "assignee"],
      rows: byAssignee.map {
        [.count($0.open), .count($0.errors), .text($0.assignee.displayText)]
      })
  }

  package var pairTable: Table {
    Table(
      "fail together", ["count", "rule", "other rule", "form"], measure: "count",
      rows: (pairs ?? []).map {
        [
          .count($0.count), .text($0.rule.displayText), .text($0.other.displayText),
          .text(distinctForm($0.form)),
        ]
      })
  }

  /// The name of a form if there are several forms.
  package func distinctForm(_ name: String) -> String? {
    byImport.contains { $0.form != name } ? name.displayText : nil
  }

  /// If only open failures are counted, all submissions are rejected.
  private var countNames: [String] {
    (isOnlyOpen ? ["open", "errors"] : ["submissions", "rejected", "share", "open"])
      + ["on delivery"]
  }

  private var measure: String { isOnlyOpen ? "open" : "share" }

  /// The counts of each line. Those on delivery are shown if verdicts have changed since.
  private func cells(_ lines: [(counts: Counts, onDelivery: Int?)]) -> [[Table.Cell]] {
    let hasChanged = lines.contains { line in
      line.onDelivery.map { $0 != line.counts.rejected } ?? false
    }
    return lines.map { counts, onDelivery in
      let cells: [Table.Cell] =
        isOnlyOpen
        ? [.count(counts.open), .count(counts.errors)]
        : [
          .count(counts.submissions), .count(counts.rejected), .share(counts.basisPoints),
          .count(counts.open),
        ]
      return cells + [hasChanged ? onDelivery.map { .count($0) } ?? .text(nil) : .text(nil)]
    }
  }
}
