/// A named record shape: ordered fields with types.
public struct Form: Sendable, Equatable {
  /// The stored name, `[a-z][a-z0-9_]*`, at most 63 characters.
  public var name: String
  /// The title for users; nil means the name.
  public var title: String?
  /// The title in other languages, by language code.
  public var titles: [String: String]
  /// The names of the fields that identify a record.
  public var key: [String]
  /// The treatment of columns that the form does not name; nil means the default, see
  /// `resolvedUnknownColumns`.
  public var unknownColumns: UnknownColumns?
  /// The format of the files of this form; parts that are nil are detected.
  public var file: FileFormat
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

  /// The treatment of unknown columns: `unknownColumns` or, if that is nil, `mask` if a field is
  /// sensitive, else `keep`.
  public var resolvedUnknownColumns: UnknownColumns {
    unknownColumns ?? (fields.contains(where: \.sensitive) ? .mask : .keep)
  }

  /// Creates a form.
  public init(
    name: String, title: String? = nil, titles: [String: String] = [:], key: [String] = [],
    unknownColumns: UnknownColumns? = nil, file: FileFormat = FileFormat(), fields: [Field],
    lists: [ValueList] = []
  ) {
    self.name = name
    self.title = title
    self.titles = titles
    self.key = key
    self.unknownColumns = unknownColumns
    self.file = file
    self.fields = fields
    self.lists = lists
  }

  /// Returns the position of the field with this name, from 0; nil if there is none.
  public func fieldIndex(_ name: String) -> Int? {
    fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// A named list of values, as source text.
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

/// One field of a form.
public struct Field: Sendable, Equatable {
  /// The stable name, unique in its form.
  public var name: String
  /// The label, `{label}` in messages; nil means the name.
  public var label: String?
  /// The label in other languages, by language code.
  public var labels: [String: String]
  /// The header of the column; nil means the name.
  public var header: String?
  /// Other headers of the column.
  public var aliases: [String]
  /// The type of its values.
  public var type: FieldType
  /// Whether a record without it is rejected.
  public var required: Bool
  /// Whether values are masked in reports and exports.
  public var sensitive: Bool
  /// Whether payment card numbers are stored in full (`store: clear`) instead of masked.
  public var storesClear: Bool
  /// Whether rules see the text without leading and trailing blanks. The stored cell is not
  /// changed.
  public var trim: Bool
  /// A note on the purpose of the field, for authors of definitions.
  public var note: String?
  /// How the field is presented to users who fill in the form.
  public var presentation: FieldPresentation

  /// Creates a field; only name and type are required.
  public init(
    name: String, label: String? = nil, labels: [String: String] = [:], header: String? = nil,
    aliases: [String] = [], type: FieldType, required: Bool = false, sensitive: Bool = false,
    storesClear: Bool = false, trim: Bool = false, note: String? = nil,
    presentation: FieldPresentation = FieldPresentation()
  ) {
    self.name = name
    self.label = label
    self.labels = labels
    self.header = header
    self.aliases = aliases
    self.type = type
    self.required = required
    self.sensitive = sensitive
    self.storesClear = storesClear
    self.trim = trim
    self.note = note
    self.presentation = presentation
  }

  /// `{label}` in messages.
  public var displayName: String { label ?? name }
}

/// The format of a form's files. Parts that are nil are detected.
public struct FileFormat: Sendable, Equatable {
  /// The delimiter between cells, one ASCII character.
  public var delimiter: String?
  /// The encoding: `utf-8`, `utf-16`, `utf-16le`, `utf-16be`, `iso-8859-1`, `windows-1252`,
  /// `macintosh`, `gb18030`, `big5`, `shift_jis`, `euc-jp` or `euc-kr`.
  public var encoding: String?
  /// The line of the header, from 1; 0 means that there is no header.
  public var header: Int?
  /// How columns are assigned to fields.
  public var match: Match
  /// The texts of cells that count as missing.
  public var missing: [String]

  /// How columns are assigned to fields.
  public enum Match: String, Sendable, CaseIterable {
    /// By name, header or alias, in any order.
    case name
    /// By position: the first column is the first field, and so on; the header is ignored.
    case position
  }

  /// Creates a format; all parts are optional.
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
