#if Server
  import FormRecorder
  import FormRules
  import Hummingbird

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

    /// The names of the options.
    private static let options: Set<String> = [
      "filter", "orderby", "select", "top", "skip", "count", "skiptoken", "format",
    ]
    /// Options of OData that this feed does not support.
    private static let unsupported: Set<String> = [
      "apply", "compute", "deltatoken", "expand", "index", "levels", "schemaversion", "search",
      "id",
    ]

    /// Reads the parameters of a request.
    ///
    /// - Throws: A problem with status 501 for an option of OData that is not supported, and 400
    ///   for an unknown parameter.
    static func parameters(of request: Request) throws(Problem) -> QueryParameters {
      var missing: String?
      let parameters = try QueryParameters(request) { name in
        let option = name.hasPrefix("$") ? String(name.dropFirst()) : name
        if unsupported.contains(option) { missing = option }
        return options.contains(option) || unsupported.contains(option) || name == "raw"
      }
      if let missing {
        throw Problem(.notImplemented, "the query option $\(missing) is not supported")
      }
      return parameters
    }

    init(_ parameters: QueryParameters, _ model: ODataModel) throws(Problem) {
      properties = model.properties
      if let names = try parameters.option("select"), names != "*" {
        hasSelection = true
        properties = try model.properties(named: names)
        repeated.append(("$select", names))
      }
      if let text = try parameters.option("filter") {
        filter = try ODataParser.condition(text, model)
        repeated.append(("$filter", text))
      }
      if let text = try parameters.option("orderby") {
        order = try ODataParser.order(text, model)
        repeated.append(("$orderby", text))
      }
      if let format = try parameters.option("format"), format != "json",
        !format.hasPrefix(ContentType.json)
      {
        throw Problem(.notAcceptable, "$format must be json")
      }
      if let text = try parameters.option("count") {
        guard text == "true" || text == "false" else {
          throw Problem(.badRequest, "$count must be true or false")
        }
        wantsCount = text == "true"
      }
      top = try parameters.numberOption("top")
      skip = try parameters.numberOption("skip") ?? 0
      if let text = try parameters.option("skiptoken") {
        guard let id = Int64(text), id >= 0 else {
          throw Problem(.badRequest, "$skiptoken does not belong to this feed")
        }
        after = id
      }
      if try parameters.flag("raw") == true { repeated.append(("raw", "true")) }
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

  extension QueryParameters {
    /// The text of a query option. OData 4.01 permits its name with and without `$`.
    ///
    /// - Throws: A problem with status 400 if both are present.
    fileprivate func option(_ name: String) throws(Problem) -> String? {
      guard let value = self["$" + name] else { return self[name] }
      guard self[name] == nil else {
        throw Problem(.badRequest, "the option $\(name) is repeated")
      }
      return value
    }

    fileprivate func numberOption(_ name: String) throws(Problem) -> Int? {
      guard let text = try option(name) else { return nil }
      guard let number = Int(text), number >= 0 else {
        throw Problem(.badRequest, "$\(name) must be a number, 0 or more")
      }
      return number
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
