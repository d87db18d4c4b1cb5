import FormRules

extension DefinitionSchema {
  static var form: JSON {
    object(
      "A form: the fields that a record has.",
      [
        ("form", "The form's name: 1 to 63 of a-z, 0-9 and _.", scalar),
        ("title", "What people call it.", scalar),
        ("key", "The fields that identify a record in the outside world.", texts),
        (
          "columns",
          "What becomes of columns that the form does not name; unless said, mask if a field is "
            + "sensitive, else keep.",
          words(Form.UnknownColumns.allCases.map(\.rawValue))
        ),
        (
          "file", "How files of the form are written. What is left out is detected.",
          object("How files are written.", file)
        ),
        ("fields", "The fields, in order.", list(of: "field")),
        (
          "lists", "Named lists of values, for rules such as in: {list: NAME}.",
          mapping(of: texts)
        ),
      ], required: ["form", "fields"])
  }

  private static var file: [Key] {
    [
      ("delimiter", "One ASCII character between cells.", scalar),
      ("encoding", "The encoding of the text.", words(DefinitionReader.encodings)),
      ("header", "The line of the header; 0 when there is none.", wholeNumber(0...1_000_000)),
      (
        "match", "How columns find their fields: by name (unless said), or by position.",
        words(FileFormat.Match.allCases.map(\.rawValue))
      ),
      ("missing", "Cell texts that count as missing, such as NA.", texts),
    ]
  }

  static var field: JSON {
    object(
      "A field of the form.", fieldKeys + typeOptions, required: ["name", "type"],
      translated: [DefinitionReader.labelPrefix, DefinitionReader.helpPrefix])
  }

  private static var fieldKeys: [Key] {
    [
      ("name", "The field's name; score_{1..10} makes ten fields.", scalar),
      ("label", "What people call it; label.de and the like in other languages.", scalar),
      ("header", "The column's header when it is not the name.", scalar),
      ("type", "What text the field takes.", words(FieldType.names)),
      ("required", "Whether a record without it is rejected.", flag),
      ("aliases", "Other headers that mean this field.", texts),
      ("sensitive", "Whether values are masked in reports and exports.", flag),
      (
        "store", "Whether numbers of payment cards are stored masked (default) or clear.",
        words(["clear", "masked"])
      ),
      ("trim", "Whether rules see the text without blanks at its ends.", flag),
      ("note", "What the field is for, for those who write definitions.", scalar),
      ("help", "A sentence for people who fill the form in; help.de in other languages.", scalar),
      (
        "widget", "What the field is entered with.",
        words(FieldPresentation.Widget.allCases.map(\.rawValue))
      ),
      ("choices", "Values to choose from, in order, with their labels.", list(of: "choice")),
    ]
  }

  /// The options of types, for fields and run parameters.
  static var typeOptions: [Key] {
    [
      (
        "scale", "decimal: at most so many decimals.",
        wholeNumber(0...ExactDecimal.maximumDigits)
      ),
      ("point", "decimal: the decimal sign, a point unless said.", scalar),
      ("group", "decimal: what may stand between groups of three digits.", scalar),
      ("strip", "decimal: texts that may stand before or after the number.", texts),
      (
        "format", "date, time, datetime: one or several formats, such as dd.MM.yyyy or h:mm a.",
        texts
      ),
      ("formats", "date, time, datetime: the same as format.", texts),
      ("separator", "list: what stands between items, a comma unless said.", scalar),
      ("true", "boolean: the words for true.", texts),
      ("false", "boolean: the words for false.", texts),
    ]
  }

  static var choice: JSON {
    .object([
      "anyOf": .array([
        scalar,
        object(
          "A value with its label.",
          [
            ("value", "The text that is submitted.", scalar),
            ("label", "What people see.", scalar),
          ], required: ["value"], translated: [DefinitionReader.labelPrefix]),
      ])
    ])
  }
}
