#if Server
import ArgumentParser
import FormRecorder
import FormRules
import FormServer

/// The log of requests, on standard output.
struct RequestLog {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  let format: Format
  let console: Console

  func print(_ request: AnsweredRequest, at time: Instant) throws {
    let milliseconds = String((request.seconds * 10_000).rounded() / 10)
    switch format {
    case .json:
      try console.print(
        JSON.object([
          "at": .string(time.description), "method": .string(request.method),
          "route": .optional(request.route), "form": .optional(request.form),
          "status": .integer(request.status), "milliseconds": .number(milliseconds),
          "by": .optional(request.by), "client": .string(request.client),
        ]).text)
    case .text:
      let details = [
        request.form.map { "form=\($0)" }, request.by.map { "by=\($0.displayText)" },
        "client=\(request.client)",
      ].compactMap(\.self)
      try console.print(
        "\(time) \(request.method) \(request.route ?? "unknown") \(request.status) \(milliseconds) ms "
          + details.joined(separator: " "))
    }
  }
}
#endif
