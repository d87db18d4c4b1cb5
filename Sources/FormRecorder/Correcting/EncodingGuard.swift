import FormBytes
import FormRules

/// Finds text that was decoded with the wrong encoding, or saved in an encoding without its
/// letters.
enum EncodingGuard {
  /// Cells of a column with the same damage.
  private struct Damaged {
    let column: Int
    let damage: EncodingDamage
    var rows: [Int] = []
  }

  static func suspiciousChanges(
    in table: ReturnedTable, _ context: some CorrectionContext
  ) throws -> [SuspiciousChange] {
    var found: [Damaged] = []
    var certain: [EncodingDamage] = []
    for column in table.header.indices {
      for row in table.changedRows(column) {
        let before = table.string(table.before[column][row])
        let after = table.string(table.after[column][row])
        guard let damage = EncodingDamage(before, after) else { continue }
        let index =
          found.lastIndex { $0.column == column && $0.damage == damage } ?? found.count
        if index == found.count { found.append(Damaged(column: column, damage: damage)) }
        found[index].rows.append(row)
        if certain.contains(damage) { continue }
        if try !context.hasError(row, column) || !damage.mayCorrect(before, to: after) {
          certain.append(damage)
        }
      }
    }
    return found.filter { certain.contains($0.damage) }.map { change($0, table) }
  }

  private static func change(_ damaged: Damaged, _ table: ReturnedTable) -> SuspiciousChange {
    let (column, rows) = (damaged.column, damaged.rows)
    switch damaged.damage {
    case .misdecoded(let written, let read):
      var change = table.change(column, .misdecoded, rows: rows)
      change.encodings = [written, read]
      return change
    case .lettersReplaced: return table.change(column, .lettersReplaced, rows: rows)
    case .accentsLost: return table.change(column, .accentsLost, rows: rows)
    }
  }
}
