import FormBytes
import FormRules
import FormStore

/// The counts of an audit by import and, for single submissions, by source; and their sums.
struct AuditedImports {
  /// In the order of the imports.
  let imports: [AuditReport.ImportCounts]
  let origins: [Int64: ImportOrigin]
  /// Whether the counts include how each import was judged when it was received.
  let hasDeliveries: Bool

  /// The counts of each file: the imports of a file of corrections are added up, and the sources of
  /// single submissions.
  var files: [AuditReport.ImportCounts] {
    var files: [Int64: AuditReport.ImportCounts] = [:]
    for part in imports {
      let first = origins[part.importID]?.firstPart ?? part.importID
      guard var file = files[first] else {
        files[first] = part
        files[first]?.importID = first
        files[first]?.source = origins[part.importID]?.source
        continue
      }
      file.counts += part.counts
      file.rejectedOnDelivery = file.rejectedOnDelivery.map { $0 + (part.rejectedOnDelivery ?? 0) }
      files[first] = file
    }
    return files.values.sorted { $0.importID < $1.importID }
  }

  /// The ISO week of a timestamp, or nil if it cannot be parsed.
  static func week(_ moment: String) -> String? {
    CalendarDate(iso8601: Array(moment.utf8.prefix(10)).span)?.isoWeek
  }

  /// The groups in chronological order, with the versions of rules that judged deliveries for the
  /// first time.
  func periods(by name: (AuditReport.ImportCounts) -> String?) -> [AuditReport.Group] {
    let rules = Dictionary(grouping: imports, by: name).mapValues { Set($0.compactMap(\.rules)) }
    var known: Set<String> = []
    return groups(by: name).sorted { ($0.name ?? "") < ($1.name ?? "") }.map { group in
      let new = (rules[group.name] ?? []).subtracting(known)
      var group = group
      if !known.isEmpty { group.newRules = new.sorted() }
      known.formUnion(new)
      return group
    }
  }

  /// The groups, those with the most rejected submissions first.
  func groups(by name: (AuditReport.ImportCounts) -> String?) -> [AuditReport.Group] {
    Dictionary(grouping: imports) { name($0)?.utf8Bytes }.values.map { imports in
      AuditReport.Group(
        name: name(imports[0]),
        counts: imports.reduce(into: AuditReport.Counts()) { $0 += $1.counts },
        rejectedOnDelivery: hasDeliveries
          ? imports.reduce(0) { $0 + ($1.rejectedOnDelivery ?? 0) } : nil)
    }.sorted {
      $0.counts.rejected == $1.counts.rejected
        ? ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8)
        : $0.counts.rejected > $1.counts.rejected
    }
  }
}
