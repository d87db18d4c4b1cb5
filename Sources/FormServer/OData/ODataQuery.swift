#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes

  /// The query options of a request for records.
  struct ODataQuery {
    /// The maximum number of records to return, or nil for all. They are returned in pages.
    var top: Int?
    var skip = 0
    /// Only records with greater numbers are returned. Contained in links to the next page.
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

    /// The number of sorted records that can be skipped, because all of them are kept in memory.
    static let maximumSortedSkip = 100_000

    /// Reads the option `$filter`.
    init(filter: String?, _ model: ODataModel) throws(Problem) {
      properties = model.properties
      guard let filter else { return }
      self.filter = try ODataParser.condition(filter, model)
      repeated.append((QueryParameter.filter.name, filter))
    }

    /// Reads all options.
    init(_ query: QueryParameters, _ model: ODataModel) throws(Problem) {
      try self.init(filter: query[.filter], model)
      if let names = query[.select], names != "*" {
        hasSelection = true
        properties = try model.properties(named: names)
        repeated.append((QueryParameter.select.name, names))
      }
      if let text = query[.orderBy] {
        order = try ODataParser.order(text, model)
        repeated.append((QueryParameter.orderBy.name, text))
      }
      if let format = query[.odataFormat], format != "json", !format.hasPrefix(ContentType.json) {
        throw Problem(.notAcceptable, "$format must be json")
      }
      wantsCount = try query.flag(.count)
      top = try query.integer(.top)
      skip = try query.integer(.skip) ?? 0
      after = try query.integer(.skipToken) ?? 0
      if try query.flag(.raw) { repeated.append((QueryParameter.raw.name, "true")) }
      guard order.isEmpty || skip <= Self.maximumSortedSkip else {
        throw Problem(
          .badRequest, "$skip with $orderby must be at most \(Self.maximumSortedSkip); use $filter")
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
    func next(after id: Int64?, count: Int, skip: Int) -> String {
      var options = repeated
      if let top { options.append(("$top", String(top - count))) }
      if skip > 0 { options.append(("$skip", String(skip))) }
      if let id { options.append(("$skiptoken", String(id))) }
      return options.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
  }

  extension QueryParameter {
    /// The options of a request for records.
    static let recordOptions = [filter, orderBy, select, top, skip, count, skipToken, odataFormat]
    static let filter = Self("$filter", "The condition that records must satisfy.")
    static let odataFormat = Self("$format", "The format, which is JSON.", .format)
    fileprivate static let orderBy = Self("$orderby", "The properties by which records are sorted.")
    fileprivate static let select = Self("$select", "The properties to return.")
    fileprivate static let top = Self("$top", "The maximum number of records.", .anyCount)
    fileprivate static let skip = Self("$skip", "The number of records to skip.", .anyCount)
    fileprivate static let count = Self(
      "$count", "Whether the number of records is returned.", .flag)
    fileprivate static let skipToken = Self(
      "$skiptoken", "Only records after this number; `@odata.nextLink` contains it.", .anyCount)

    static let unsupportedOptions = [
      "apply", "compute", "deltatoken", "expand", "index", "levels", "schemaversion", "search",
      "id",
    ].map { Self("$\($0)", "Not supported.", isSupported: false) }
  }

  extension QueryParameter.Value {
    fileprivate static let anyCount = integer(0...Int64.max)
    fileprivate static let format = schema(
      .schema("string", ["pattern": .string("^(json|application/json.*)$")]))
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
