import FormBytes
import FormRules
import FormStore

extension ImportConfiguration {
  /// Creates the configuration of an import request.
  init(_ request: ImportRequest, _ bound: BoundVersions, services: Services?) {
    self.init(
      form: "\(bound.form.name)@\(bound.form.number)",
      rules: "\(bound.rules.name)@\(bound.rules.number)", parameters: request.parameters.sortedJSON,
      options: request.optionsJSON(bound.plan.form, bound.plan.needsServices ? services : nil),
      allowsReimport: request.allowsReimport)
    (scenario, source, batchLabel) = (request.scenario, request.source, request.batchLabel)
    by = request.by
    now = request.now.map { request.clock(bound.plan.form, at: $0).description }
  }

  /// Descriptions of the differences: the name of each option and its earlier value.
  /// They reveal nothing about records.
  func differences(from other: ImportConfiguration) -> [String] {
    var differences: [String] = []
    func compare(_ name: String, before: String?, after: String?) {
      guard !Self.isSame(name, before: before, after: after) else { return }
      differences.append("\(name) was \(before.map { "'\($0.displayText)'" } ?? "not given")")
    }
    compare("the form", before: form, after: other.form)
    compare("rules", before: rules, after: other.rules)
    compare("parameters", before: parameters, after: other.parameters)
    compare("scenario", before: scenario, after: other.scenario)
    compare("source", before: source, after: other.source)
    compare("batch", before: batchLabel, after: other.batchLabel)
    compare("by", before: by, after: other.by)
    // The clock stays unchanged unless the request sets another one.
    if other.now != nil { compare("now", before: now, after: other.now) }
    if allowsReimport != other.allowsReimport {
      differences.append(
        "a repeated import was \(allowsReimport ? "requested" : "not requested")")
    }
    let (before, after) = (Self.members(options), Self.members(other.options))
    for name in Set(before.keys).union(after.keys).sorted() {
      compare(name, before: before[name] ?? nil, after: after[name] ?? nil)
    }
    return differences
  }

  /// Whether two values of an option have the same effect. The lines of a map may be in any order,
  /// and an encoding has several names.
  private static func isSame(_ name: String, before: String?, after: String?) -> Bool {
    guard let before, let after else { return before == nil && after == nil }
    func lines(_ map: String) -> Set<[UInt8]> {
      Set(map.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) })
    }
    return switch name {
    case "map": lines(before) == lines(after)
    case "encoding":
      TextEncoding.definitionName(of: before) == TextEncoding.definitionName(of: after)
    default: before.utf8Bytes == after.utf8Bytes
    }
  }

  private static func members(_ json: String) -> [String: String?] {
    JSONReader.decode([String: String?].self, from: json) ?? [:]
  }

  /// The options that determine the records of a file, besides its sheet and its entry.
  fileprivate static let readingOptions = [
    "delimiter", "encoding", "header", "input-format", "map", "max-record", "dialect",
  ]

  /// Descriptions of the options of reading that these have and those of an earlier import had not.
  ///
  /// - Parameters:
  ///   - options: The options of a request as JSON.
  ///   - before: Returns an option of the earlier import.
  fileprivate static func otherReading(
    _ options: String, than before: (String) throws(StoreError) -> String?
  ) throws(StoreError) -> [String] {
    let members = members(options)
    var differences: [String] = []
    for name in readingOptions {
      guard let value = members[name] ?? nil else { continue }
      let before = try before(name)
      if isSame(name, before: before, after: value) { continue }
      differences.append(
        before.map { "it was read with \(name) '\($0.displayText)'" }
          ?? "it was read without \(name)")
    }
    return differences
  }
}

extension BoundImport {
  /// Descriptions of the options of reading that the request has and an earlier import of the file
  /// had not. What only the form specifies does not count: it may be newer than that import.
  func otherReading(than importID: Int64, in store: Store) throws(StoreError) -> [String] {
    var form = plan.form
    form.file = FileSettings()
    return try ImportConfiguration.otherReading(request.optionsJSON(form, nil)) {
      name throws(StoreError) in try store.option(name, ofImport: importID)
    }
  }
}

extension ImportRequest {
  /// The options that affect reading, judging and the corrections that follow, by option name.
  ///
  /// - Parameters:
  ///   - form: The form, whose file settings apply where the request specifies none.
  ///   - services: The services, or nil if the plan needs none.
  fileprivate func optionsJSON(_ form: Form, _ services: Services?) -> String {
    let options: [(String, String?)] = [
      ("delimiter", input.delimiter ?? form.file.delimiter),
      ("encoding", input.encoding ?? form.file.encoding),
      ("header", (input.header ?? form.file.header).map(String.init)),
      ("input-format", input.format),
      (
        "map",
        input.mappedColumns.isEmpty
          ? nil
          : input.mappedColumns.map { "\($0.column)=\($0.field)" }.joined(separator: "\n")
      ),
      ("max-record", input.maximumRecordBytes.map(String.init)), ("files", files.text),
    ]
    let others = [
      ("entry", input.entry), ("sheet", input.sheet), ("dialect", input.dialect(for: form).text),
      ("as-records", storesExports ? "yes" : nil),
      ("no-carry", carriesCorrections ? nil : "yes"), ("allow-host", services?.name),
      ("zone", zone?.name), ("source", sourceVersion?.title),
      ("when-unavailable", services?.whenUnavailable == .warn ? "warn" : nil),
    ].filter { $0.1 != nil }
    return JSON.object((options + others).map { .init($0.0, .optional($0.1)) }).text
  }
}

extension FileDialect {
  /// The properties without their defaults, one a line, or nil if there are none.
  fileprivate var text: String? {
    let settings = settings
    return settings.isEmpty
      ? nil : settings.map { "\($0.key)=\($0.text)" }.joined(separator: "\n")
  }
}

extension NamedFilePolicy {
  /// The location of the files.
  fileprivate var text: String? {
    switch self {
    case .unspecified: nil
    case .access(let folder as FileFolder): folder.path
    case .access: "elsewhere"
    case .excluded: "none"
    }
  }
}

extension TextEncoding {
  /// The name that definitions have for an encoding. `utf-16`, without a byte order, is not a
  /// `TextEncoding`.
  static func definitionName(of name: String) -> String {
    TextEncoding(name: name)?.rawValue ?? name.lowercased()
  }
}
