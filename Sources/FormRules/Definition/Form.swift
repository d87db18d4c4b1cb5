/// A named record shape: ordered fields with types.
public struct Form: Sendable, Equatable {
  /// The stored name, `[a-z][a-z0-9_]*`, at most 63 characters.
  public var name: String
  /// What people call it; nil means the name.
  public var title: String?
  /// The fields that identify a record in the outside world, by name.
  public var key: [String]
  /// What becomes of columns that the form does not name, as far as it is said.
  public var unknownColumns: UnknownColumns?
  /// How files of this form are written, as far as it is said.
  public var file: FileFormat
  /// The fields, in order. Names are unique.
  public var fields: [Field]
  /// Named lists of values that rules refer to.
  public var lists: [ValueList]

  /// What becomes of columns, or keys of JSON, that a form does not name.
  public enum UnknownColumns: String, Sendable, CaseIterable {
    /// They are stored as received, and shown.
    case keep
    /// They are stored as received, and masked in reports and exports like sensitive fields.
    case mask
    /// They are not stored.
    case drop
    /// A file with such a column, or without the column of a field, is not imported.
    case refuse
  }

  /// What becomes of them: what the form says, else `mask` if a field is sensitive, else `keep`.
  public var resolvedUnknownColumns: UnknownColumns {
    unknownColumns ?? (fields.contains(where: \.sensitive) ? .mask : .keep)
  }

  /// A form; see `Field` for its parts.
  public init(
    name: String, title: String? = nil, key: [String] = [],
    unknownColumns: UnknownColumns? = nil, file: FileFormat = FileFormat(), fields: [Field],
    lists: [ValueList] = []
  ) {
    self.name = name
    self.title = title
    self.key = key
    self.unknownColumns = unknownColumns
    self.file = file
    self.fields = fields
    self.lists = lists
  }

  /// The position of the field of that name, from 0.
  public func fieldIndex(_ name: String) -> Int? {
    fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// A named list of values, kept as source text.
public struct ValueList: Sendable, Equatable {
  /// What rules call it.
  public var name: String
  /// The values, in order.
  public var values: [String]

  /// A named list.
  public init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

/// One field of a form.
public struct Field: Sendable, Equatable {
  /// The stable name, unique in its form.
  public var name: String
  /// What people call it, `{label}` in messages; nil means the name.
  public var label: String?
  /// The same in other languages, by language code.
  public var labels: [String: String]
  /// The column's header when it is not the name.
  public var header: String?
  /// Other headers that mean this field.
  public var aliases: [String]
  /// What text it takes.
  public var type: FieldType
  /// Whether a record without it is rejected.
  public var required: Bool
  /// Whether values are masked in reports and exports.
  public var sensitive: Bool
  /// Whether numbers of payment cards are stored whole (`store: clear`), not masked.
  public var storesClear: Bool
  /// Whether rules see the text without blanks at its ends. The stored cell is never altered.
  public var trim: Bool
  /// What the field is for, for those who write definitions.
  public var note: String?
  /// What people see of it who fill the form in.
  public var presentation: FieldPresentation

  /// A field; only name and type are needed.
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

/// How the files of a form are written. What is nil is detected.
public struct FileFormat: Sendable, Equatable {
  /// One ASCII character between cells.
  public var delimiter: String?
  /// `utf-8`, `utf-16`, `utf-16le`, `utf-16be`, `iso-8859-1`, `windows-1252`, `macintosh`, `gb18030`, `big5`,
  /// `shift_jis`, `euc-jp` or `euc-kr`.
  public var encoding: String?
  /// The line of the header, from 1; 0 means that there is none.
  public var header: Int?
  /// How columns find their fields.
  public var match: Match
  /// Cell texts that count as missing.
  public var missing: [String]

  /// How columns find their fields.
  public enum Match: String, Sendable, CaseIterable {
    /// By name, header or alias, whatever their order.
    case name
    /// The columns are the fields, in order, whatever the header says.
    case position
  }

  /// All of it may be left out.
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
