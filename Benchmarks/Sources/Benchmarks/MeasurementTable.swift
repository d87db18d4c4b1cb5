/// Measurements as a Markdown table.
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

  /// With one decimal below ten.
  private func rounded(_ number: Double) -> String {
    number < 9.95 ? String((number * 10).rounded() / 10) : String(Int(number.rounded()))
  }
}

extension Measurement {
  /// Whether memory is asked for more than now and then.
  var allocates: Bool { allocations >= 0.02 }

  /// A rule that asks for memory to pass ASCII text: none should without saying why.
  var isFlagged: Bool { group == "rules" && allocates && !detail.hasSuffix("not ASCII") }
}
