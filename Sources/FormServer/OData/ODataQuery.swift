#if Server
import FormRecorder
import FormRules
import HTTPTypes

/// The query options of a request for records.
struct ODataQuery {
  /// The maximum number of records to return, or nil for all. They are returned in pages.
  var top: Int?
  var skip = 0
  /// Only records after the one with this number, in the order of the query, are returned.
  /// Contained in links to the next page.
  var after: Int64 = 0
  var wantsCount = false
  /// The selected properties.
  var properties: [ODataModel.Property]
  /// Whether `$select` names the properties.
  var hasSelection = false
  var filter: ODataCondition?
  var order: [(operand: ODataOperand, descends: Bool)] = []
  /// The texts of the options that the link to the next page repeats.
  private var repeated: [(name: String, value: String)] = []

  /// The size in bytes from which no more records are added to a page.
  private(set) var maximumPageBytes = Int.max

  /// Reads the option `$filter`.
  init(filter: String?, _ model: ODataModel) throws(Problem) {
    properties = model.properties
    if let filter { self.filter = try ODataParser.condition(filter, model) }
  }

  /// Reads all options.
  init(
    _ query: QueryParameters, _ model: ODataModel, limits: ServerConfiguration
  ) throws(Problem) {
    try self.init(filter: query[.odataFilter], model)
    maximumPageBytes = limits.maximumFeedPageBytes
    repeated = [.select, .odataFilter, .orderBy, .raw].compactMap { option in
      query[option].map { (option.name, $0) }
    }
    if let names = query[.select], names != "*" {
      hasSelection = true
      properties = try model.properties(named: names)
    }
    if let text = query[.orderBy] { order = try ODataParser.order(text, model) }
    try query.requireJSON()
    wantsCount = try query.flag(.count)
    top = try query.integer(.top)
    skip = try query.integer(.skip) ?? 0
    after = try query.integer(.skipToken) ?? 0
    guard order.isEmpty || skip <= limits.maximumSortedSkip else {
      throw Problem(
        .badRequest,
        "$skip with $orderby must be at most \(limits.maximumSortedSkip); use $filter")
    }
  }

  /// Whether the filter selects a record.
  func selects(_ record: FeedRecord) -> Bool {
    filter.map { $0.holds(for: record) == true } ?? true
  }

  /// The selected properties of a record.
  ///
  /// - Parameter numbersAsText: Whether 64-bit integers and decimals are strings.
  func members(of record: FeedRecord, numbersAsText: Bool) -> [JSON.Member] {
    properties.map {
      JSON.Member($0.name, record[$0.source].odataJSON(numbersAsText: numbersAsText))
    }
  }

  /// The query of the link to the rest of the records.
  ///
  /// - Parameters:
  ///   - count: The number of records in this page.
  ///   - skip: The number of records that remain to be skipped.
  func next(after id: Int64, count: Int, skip: Int) -> String {
    var options = repeated
    if let top { options.append(("$top", String(top - count))) }
    if skip > 0 { options.append(("$skip", String(skip))) }
    options.append(("$skiptoken", String(id)))
    return options.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

extension QueryParameter {
  /// The options of requests for records, their number, and the service document.
  static let recordOptions =
    [odataFilter, orderBy, select, top, skip, count, skipToken, odataFormat, raw] + unsupported
  static let countOptions = [odataFilter, raw] + unsupported
  static let serviceOptions = [odataFormat, raw] + unsupported

  static let odataFilter = Self("$filter", "The condition that records must satisfy.")
  static let orderBy = Self("$orderby", "The properties by which records are sorted.")
  static let select = Self("$select", "The properties to return.")
  static let top = Self("$top", "The maximum number of records.", .integer(0...(.max)))
  static let skip = Self("$skip", "The number of records to skip.", .integer(0...(.max)))
  static let count = Self("$count", "Whether the number of records is returned.", .flag)
  static let skipToken = Self(
    "$skiptoken", "Only records after the one with this number; `@odata.nextLink` contains it.",
    .integer(0...(.max)))
  static let odataFormat = Self(
    "$format", "The format, which is JSON.", .pattern("^(json|application/json.*)$"))
  private static let unsupported = [
    "apply", "compute", "deltatoken", "expand", "index", "levels", "schemaversion", "search",
    "id",
  ].map { Self("$\($0)", "", .unsupported) }
}

extension QueryParameters {
  /// - Throws: A problem with status 406 if `$format` is not JSON.
  func requireJSON() throws(Problem) {
    if let format = self[.odataFormat], format != "json", !format.hasPrefix(ContentType.json) {
      throw Problem(.notAcceptable, "$format must be json")
    }
  }
}

extension ODataModel {
  /// The properties of a list of names, each once.
  fileprivate func properties(named names: String) throws(Problem) -> [Property] {
    var properties: [Property] = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.filter { $0 != " " }
      guard let property = property(name) else {
        throw Problem(.badRequest, "$select: there is no property '\(name.displayText)'")
      }
      if !properties.contains(where: { $0.name == name }) { properties.append(property) }
    }
    return properties
  }
}
#endif
