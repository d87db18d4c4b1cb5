#if Server
  import FormRecorder
  import HTTPTypes
  import Hummingbird

  extension ExportFormat {
    /// The formats that the server sends. The first one is the default.
    static let served = [.json] + allCases.filter { $0.isStreamable && $0 != .json }

    /// The media types with which a client can request the format. The first one is that of
    /// responses.
    var mediaTypes: [String] {
      switch self {
      case .csv: ["text/csv"]
      case .ndjson: ["application/x-ndjson", "application/jsonl", "application/x-jsonlines"]
      case .json: ["application/json"]
      case .xlsx: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]
      case .sqlite: ["application/vnd.sqlite3"]
      }
    }

    /// The format specified by the parameter `format`, or else the format that the client prefers.
    ///
    /// - Throws: A problem with status 400 for an unknown name, and 406 if the client accepts none
    ///   of the formats.
    init(of request: Request, named name: String?) throws(Problem) {
      if let name {
        guard let format = ExportFormat(rawValue: name), Self.served.contains(format) else {
          let names = Self.served.map(\.rawValue).joined(separator: ", ")
          throw Problem(.badRequest, "'format' must be one of: \(names)")
        }
        self = format
        return
      }
      let accepted = request.acceptedMediaTypes
      guard !accepted.isEmpty else {
        self = Self.served[0]
        return
      }
      for range in accepted {
        if let format = Self.served.first(where: { $0.mediaTypes.contains(where: range.matches) }) {
          self = format
          return
        }
      }
      throw Problem(
        .notAcceptable,
        "send 'Accept' with one of: \(Self.served.map { $0.mediaTypes[0] }.joined(separator: ", "))"
      )
    }
  }

  /// A media range of the header `Accept`.
  struct MediaRange {
    let type: Substring
    let subtype: Substring

    func matches(_ mediaType: String) -> Bool {
      let parts = mediaType.split(separator: "/")
      return (type == "*" || type == parts[0]) && (subtype == "*" || subtype == parts[1])
    }
  }

  extension Request {
    /// The media ranges that the client accepts, the preferred ones first.
    var acceptedMediaTypes: [MediaRange] {
      let ranges = (headers[.accept] ?? "").split(separator: ",").prefix(50).compactMap {
        part -> (range: MediaRange, weight: Double)? in
        let items = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
        let names = items.first?.split(separator: "/") ?? []
        guard names.count == 2 else { return nil }
        let weight = items.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
          Double($0.dropFirst(2))
        }
        return (MediaRange(type: names[0], subtype: names[1]), weight ?? 1)
      }
      return ranges.enumerated().filter { $0.element.weight > 0 }
        .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        .map(\.element.range)
    }
  }
#endif
