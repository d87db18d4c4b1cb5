import FormRules

/// Measures parsing a cell as each type, including the fixed cost of judging a cell.
struct TypeBenchmarks {
  let stopwatch: Stopwatch

  private static let types: [(name: String, FieldType, [String])] = [
    ("text", .text, ["Ada Archer", "Ben Baker", "Cleo Cook"]),
    ("integer", .integer, ["1", "-42", "1000000", "007"]),
    ("decimal", .decimal(), ["0.1", "19.99", "-1234.5", "100000"]),
    (
      "decimal, grouped", .decimal(.init(scale: 2, point: ",", group: ["."], strip: ["EUR", " "])),
      ["1.000,25", "EUR 5", "19,99"]
    ),
    ("number", .number, ["0.1", "1e3", "-12.75", "6.02214076e23"]),
    ("boolean", .boolean(), ["true", "no", "1", "FALSE"]),
    ("date", .date(), ["2026-01-31", "1999-12-31"]),
    (
      "date, dd.MM.yyyy", .date(formats: [DateFormat("dd.MM.yyyy")].compactMap { $0 }),
      ["31.01.2026", "31.12.1999"]
    ),
    ("time", .time(), ["09:30", "23:59:59.999"]),
    ("datetime", .datetime(), ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.5+01:00"]),
    ("list", .list(), ["red,blue", "red"]),
    ("file", .file, ["photo.png"]),
  ]

  func run() throws -> [Measurement] {
    try Self.types.map { name, type, texts in
      let column = JudgedColumn(texts, type: type)
      let cost = try column.cost(of: nil, stopwatch)
      return Measurement(
        group: "types", name: name, detail: "", unit: "cell", nanoseconds: cost.nanoseconds,
        allocations: cost.allocations, bytes: column.averageBytes)
    }
  }
}
