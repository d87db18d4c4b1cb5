/// Formats measurements as Markdown tables.
struct MeasurementTable {
  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) { self.measurements = measurements }

  var text: String {
    var lines: [String] = []
    var group = ""
    for measurement in measurements {
      if measurement.group != group {
        group = measurement.group
        lines += [
          "", "### \(group)", "",
          "| name | of | ns a \(measurement.unit) | bytes | MB/s | allocations | |",
          "|---|---|---:|---:|---:|---:|---|",
        ]
      }
      lines.append(row(measurement))
    }
    return lines.dropFirst().joined(separator: "\n")
  }

  private func row(_ measurement: Measurement) -> String {
    let speed = measurement.bytes * 1000 / max(measurement.nanoseconds, 0.01)
    let cells = [
      escaped(measurement.name), escaped(measurement.detail), rounded(measurement.nanoseconds),
      rounded(measurement.bytes), String(Int(speed.rounded())),
      measurement.allocates ? rounded(measurement.allocations) : "0",
      measurement.isFlagged ? "allocates" : "",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private func escaped(_ text: String) -> String {
    String(text.flatMap { $0 == "|" ? Array("\\|") : [$0] }).split(whereSeparator: \.isNewline)
      .joined(separator: " ")
  }

  /// Formats a number, with one decimal if it is below ten.
  private func rounded(_ number: Double) -> String {
    number < 9.95 ? String((number * 10).rounded() / 10) : String(Int(number.rounded()))
  }
}

extension Measurement {
  /// Whether the operation allocates regularly.
  var allocates: Bool { allocations >= 0.02 }

  /// Whether a rule allocates for accepted ASCII text. The documentation of such a rule must give
  /// the reason.
  var isFlagged: Bool { group == "rules" && allocates && !detail.hasSuffix("not ASCII") }
}
