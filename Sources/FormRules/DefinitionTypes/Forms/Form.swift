/// A named record shape: ordered fields with types.
public struct Form: Sendable, Equatable {
  /// The stored name, `[a-z][a-z0-9_]*`, at most 63 characters.
  public var name: String
  /// The title for users; nil means the name.
  public var title: String?
  /// The title in other languages, by language code.
  public var titleTranslations: [String: String] = [:]
  /// The names of the fields that identify a record.
  public var key: [String]
  /// The treatment of columns that the form does not name; nil means the default, see
  /// `resolvedUnknownColumns`.
  public var unknownColumns: UnknownColumns?
  /// Who may replace an accepted record by sending another one with its key.
  public var supersession: Supersession = .anyone
  /// The treatment of records that were purged and are sent again; nil means that they are new
  /// records.
  public var purgedRecords: PurgedRecords?
  /// The time zone whose day `today()` is; nil means UTC.
  public var zone: NamedZone?
  /// The mail that confirms a single record; nil means that none is sent.
  public var mail: Mail?
  /// The link by which people correct what they sent with a page; nil means that none is offered.
  public var edit: Edit?
  /// The origins, such as `https://www.example.org`, whose pages may show the form in a frame.
  public var embedders: [String] = []
  /// The format of the files of this form; parts that are nil are detected.
  public var file = FileSettings()
  /// The fields, in order. Names are unique.
  public var fields: [Field]
  /// Named lists of values for rules.
  public var lists: [ValueList]

  /// The treatment of columns, or keys of JSON objects, that a form does not name.
  public enum UnknownColumns: String, Sendable, CaseIterable {
    /// They are stored as received and shown.
    case keep
    /// They are stored as received and masked in reports and exports like sensitive fields.
    case mask
    /// They are not stored.
    case drop
    /// A file with an unknown column, or without the column of a field, is not imported.
    case refuse
  }

  /// Who may replace an accepted record by sending another one with its key.
  public enum Supersession: String, Sendable, CaseIterable {
    /// Everyone who may send records.
    case anyone
    /// Those whose name is known. A record of anyone else is refused if its key exists.
    case signedIn = "signed-in"
  }

  /// The treatment of records whose key is that of a purged one.
  public enum PurgedRecords: String, Sendable, CaseIterable {
    /// They are stored and noted.
    case note
    /// Their file or request is refused.
    case refuse
  }

  /// The mail that confirms an accepted single record to its sender.
  public struct Mail: Sendable, Equatable {
    /// The name of the text field that has the sender's address.
    public var to: String

    /// Creates it from the name of a text field.
    public init(to field: String) { to = field }
  }

  /// A link with which the sender of a record corrects it on the form's page.
  public struct Edit: Sendable, Equatable {
    /// The number of days until a link expires, 1 to 366.
    public var days: Int

    /// Creates it from the number of days until a link expires.
    public init(days: Int) { self.days = days }
  }

  /// The treatment of unknown columns: `unknownColumns` or, if that is nil, `mask` if a field is
  /// sensitive, else `keep`.
  public var resolvedUnknownColumns: UnknownColumns {
    unknownColumns ?? (fields.contains(where: \.sensitive) ? .mask : .keep)
  }

  /// Creates a form. Its other properties have their defaults.
  public init(
    name: String, title: String? = nil, key: [String] = [], fields: [Field],
    lists: [ValueList] = []
  ) {
    self.name = name
    self.title = title
    self.key = key
    self.fields = fields
    self.lists = lists
  }

  /// Returns the position of the field with this name, from 0; nil if there is none.
  public func fieldIndex(_ name: String) -> Int? {
    fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Returns the position of the field with a name, or the positions of a range `first..last`; nil
  /// if there are none.
  package func fieldRange(named name: String) -> ClosedRange<Int>? {
    if let index = fieldIndex(name) { return index...index }
    let ends = Self.ends(ofRange: name).compactMap(fieldIndex)
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  /// The names at the ends of a range `first..last`, or the only name.
  package static func ends(ofRange name: String) -> [String] {
    let ends = name.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    return ends.count == 2 ? ends.map(String.init) : [name]
  }
}

/// A named list of values, as texts.
public struct ValueList: Sendable, Equatable {
  /// The name by which rules refer to the list.
  public var name: String
  /// The values, in order.
  public var values: [String]

  /// Creates a named list.
  public init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

/// The properties of a form's files. Parts that are nil are detected.
public struct FileSettings: Sendable, Equatable {
  /// The delimiter between cells, one ASCII character.
  public var delimiter: String?
  /// The encoding: a name of the Encoding Standard (WHATWG), such as `utf-8`, `windows-1250` or
  /// `shift_jis`; or `iso-8859-1`, `ibm437`, `ibm850` or `ibm852`.
  public var encoding: String?
  /// The line of the header, from 1; 0 means that there is no header.
  public var header: Int?
  /// How columns are assigned to fields.
  public var match: Match
  /// The texts of cells that count as missing, in fields without a list of their own.
  public var missing: [String]
  /// How delimited files differ from RFC 4180.
  public var dialect = FileDialect()

  /// How columns are assigned to fields.
  public enum Match: String, Sendable, CaseIterable {
    /// By name, header or alias, in any order.
    case name
    /// By position: the first column is the first field, and so on; the header is ignored.
    case position
  }

  /// Creates the properties of files as in RFC 4180; all parts are optional.
  public init(
    delimiter: String? = nil, encoding: String? = nil, header: Int? = nil, match: Match = .name,
    missing: [String] = []
  ) {
    self.delimiter = delimiter
    self.encoding = encoding
    self.header = header
    self.match = match
    self.missing = missing
  }
}
