#if Server
import FormBytes
import FormDefinitions
import FormRecorder
import FormRules

/// An entity type of the OData feed: the valid records of a form.
///
/// Its properties are four properties of formrec, followed by the fields of the form's latest
/// version.
struct ODataModel {
  /// A property of an entity.
  struct Property {
    /// The source of the value.
    enum Source: Equatable {
      case submission, importID, record, line
      /// The field at a position.
      case field(Int)
    }

    let name: String
    let type: ODataType
    let source: Source
    let isMasked: Bool
    /// The label of the field, unless it is the name of the property.
    let label: String?
  }

  let form: Form
  let properties: [Property]

  /// - Parameter feed: The records. Masked values are text.
  init(_ feed: RecordFeed) {
    let own: [(String, Property.Source)] = [
      ("_submission", .submission), ("_import", .importID), ("_record", .record),
      ("_line", .line),
    ]
    var taken = ODataParser.reservedWords.union(own.map(\.0))
    form = feed.form
    let isMasked = feed.isMasked
    properties =
      own.map { Property(name: $0, type: .int64, source: $1, isMasked: false, label: nil) }
      + feed.form.fields.enumerated().map { index, field in
        let name = field.name.odataIdentifier(notIn: &taken)
        let label = field.displayName == name ? nil : field.displayName
        return Property(
          name: name, type: isMasked[index] ? .string : ODataType(field.type),
          source: .field(index), isMasked: isMasked[index], label: label)
      }
  }

  func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}

/// A primitive type of OData.
enum ODataType: Equatable {
  case int64, decimal(scale: Int?), double, boolean, date, timeOfDay, dateTimeOffset, string

  init(_ type: FieldType) {
    self =
      switch type {
      case .integer: .int64
      case .decimal(let format): .decimal(scale: format.scale)
      case .number: .double
      case .boolean: .boolean
      case .date: .date
      case .time: .timeOfDay
      case .datetime: .dateTimeOffset
      case .text, .list, .file: .string
      }
  }

  /// The attributes of a property in metadata.
  var attributes: String {
    switch self {
    case .int64: "Type=\"Edm.Int64\""
    case .decimal(let scale?): "Type=\"Edm.Decimal\" Precision=\"38\" Scale=\"\(scale)\""
    case .decimal: "Type=\"Edm.Decimal\" Precision=\"38\" Scale=\"variable\""
    case .double: "Type=\"Edm.Double\""
    case .boolean: "Type=\"Edm.Boolean\""
    case .date: "Type=\"Edm.Date\""
    case .timeOfDay: "Type=\"Edm.TimeOfDay\" Precision=\"9\""
    case .dateTimeOffset: "Type=\"Edm.DateTimeOffset\" Precision=\"9\""
    case .string: "Type=\"Edm.String\""
    }
  }

  /// Whether values of the two types can be compared.
  func isComparable(with other: ODataType) -> Bool {
    switch (self, other) {
    case (.int64, .int64), (.int64, .double), (.int64, .decimal): true
    case (.double, .int64), (.double, .double), (.double, .decimal): true
    case (.decimal, .int64), (.decimal, .double), (.decimal, .decimal): true
    case (.date, .dateTimeOffset), (.dateTimeOffset, .date): true
    default: self == other
    }
  }
}

extension String {
  /// The name as an identifier of OData (letters, digits and underscores, at most 128), distinct
  /// from those already taken.
  fileprivate func odataIdentifier(notIn taken: inout Set<String>) -> String {
    var name = ""
    for scalar in unicodeScalars.prefix(120) {
      let isLetter =
        scalar.properties.isAlphabetic && scalar.properties.generalCategory != .otherSymbol
      let isAllowed = scalar == "_" || isLetter || scalar.properties.numericType == .decimal
      if name.isEmpty, scalar.properties.numericType != nil { name = "_" }
      name.unicodeScalars.append(isAllowed ? scalar : "_")
    }
    if name.isEmpty { name = "_" }
    var result = name
    var number = 1
    while !taken.insert(result).inserted {
      number += 1
      result = "\(name)_\(number)"
    }
    return result
  }
}

extension ODataModel {
  /// The XML of the metadata (CSDL 4.0) of several forms.
  static func metadata(_ models: [ODataModel]) -> String {
    let types = models.map { model in
      let properties = model.properties.map { property in
        let nullable = property.source.isField ? "" : " Nullable=\"false\""
        let head = "<Property Name=\"\(property.name)\" \(property.type.attributes)\(nullable)"
        guard let label = property.label else { return "\(head)/>" }
        return """
          \(head)><Annotation Term="Org.OData.Core.V1.Description" String="\(label.xml)"/></Property>
          """
      }
      return """
        <EntityType Name="\(model.form.name)"><Key><PropertyRef Name="_submission"/></Key>
        \(properties.joined(separator: "\n"))
        </EntityType>
        """
    }
    let sets = models.map {
      "<EntitySet Name=\"\($0.form.name)\" EntityType=\"formrec.\($0.form.name)\"/>"
    }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
      <edmx:DataServices>
      <Schema Namespace="formrec" xmlns="http://docs.oasis-open.org/odata/ns/edm">
      \(types.joined(separator: "\n"))
      <EntityContainer Name="Forms">
      \(sets.joined(separator: "\n"))
      </EntityContainer>
      </Schema>
      </edmx:DataServices>
      </edmx:Edmx>

      """
  }
}

extension ODataModel.Property.Source {
  fileprivate var isField: Bool {
    if case .field = self { true } else { false }
  }
}

extension String {
  /// The text escaped for XML. Characters that XML cannot represent become U+FFFD.
  fileprivate var xml: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "\t", "\n", "\r": " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        "\u{FFFD}"
      default: String(scalar)
      }
    }.joined().escapedForXML
  }
}
#endif
