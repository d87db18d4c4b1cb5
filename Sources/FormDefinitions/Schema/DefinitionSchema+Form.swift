import FormRules

extension DefinitionSchema {
  static var form: JSON {
    object(
      "A form: the fields of a record.",
      [
        ("form", "The form's name: 1 to 63 of a-z, 0-9 and _.", scalar),
        ("title", "The title for users; title.de for German, and so on.", scalar),
        ("key", "The fields that identify a record.", texts),
        (
          "columns",
          "How to treat columns that are not fields of the form. Default: mask if a field is "
            + "sensitive, otherwise keep.",
          words(Form.UnknownColumns.allCases.map(\.rawValue))
        ),
        (
          "supersede",
          "Who may replace an accepted record by sending another one with its key: anyone "
            + "(default), or only senders with a token or a user (signed-in).",
          words(Form.Supersession.allCases.map(\.rawValue))
        ),
        (
          "erased",
          "How to treat a record that was purged and is sent again, by its key: store and note it "
            + "(note), or refuse its file or request (refuse). Default: as a new record.",
          words(Form.PurgedRecords.allCases.map(\.rawValue))
        ),
        (
          "zone",
          "The time zone whose day today() is, such as Pacific/Auckland. Default: UTC.", scalar
        ),
        (
          "mail", "The mail that confirms an accepted single record.",
          object(
            "The mail to the sender.",
            [("to", "The text field that has the sender's address.", scalar)], required: ["to"])
        ),
        (
          "edit", "The link by which people correct what they sent with the page of the form.",
          object(
            "The link to one's own record.",
            [("days", "The number of days until a link expires.", wholeNumber(1...366))],
            required: ["days"])
        ),
        (
          "embed",
          "The origins whose pages may show the form in a frame, such as https://www.example.org.",
          texts
        ),
        (
          "file", "The format of the form's files. Missing keys are detected.",
          object("The format of files.", fileKeys)
        ),
        ("fields", "The fields, in order.", list(of: "field")),
        (
          "lists", "Named lists of values, for rules such as in: {list: NAME}.",
          mapping(of: texts)
        ),
      ], required: ["form", "fields"], translated: [DefinitionReader.titlePrefix])
  }

  static var fileKeys: [Key] {
    [
      ("delimiter", "The ASCII character between cells.", scalar),
      (
        "encoding",
        "The encoding of the text: a name of the WHATWG standard, such as windows-1250; utf-16, "
          + "ibm437, ibm850 or ibm852.", scalar
      ),
      ("header", "The line of the header; 0 if there is none.", wholeNumber(0...1_000_000)),
      (
        "match", "How columns are mapped to fields: by name (default) or by position.",
        words(FileSettings.Match.allCases.map(\.rawValue))
      ),
      ("missing", "Cell texts that count as missing, such as NA.", texts),
      (
        "quote", "The ASCII character around cells, or none. Default: a quotation mark.", scalar
      ),
      (
        "escape",
        "The ASCII character before a delimiter, line break, quote or itself in a cell.", scalar
      ),
      ("comment", "The beginning of lines that are not records.", scalar),
      (
        "footer", "The number of records at the end that are not data.",
        wholeNumber(0...FileDialect.longestFooter)
      ),
      ("skipInitialSpace", "Whether blanks before a cell are not part of it.", flag),
      (
        "trailingDelimiter",
        "Whether a delimiter at the end of a line ends its last cell.", flag
      ),
      ("skipBlankRows", "Whether rows without any value are not records.", flag),
    ]
  }

  static var field: JSON {
    object(
      "A field of the form.", fieldKeys + typeOptions, required: ["name", "type"],
      translated: [DefinitionReader.labelPrefix] + DefinitionReader.presentationPrefixes)
  }

  private static var fieldKeys: [Key] {
    [
      ("name", "The field's name; score_{1..10} defines ten fields.", scalar),
      ("label", "The label for users; label.de for German, and so on.", scalar),
      ("header", "The column's header if it differs from the name.", scalar),
      ("type", "The type of the field.", words(FieldType.names)),
      ("required", "Whether a record without it is rejected.", flag),
      ("aliases", "Alternative headers of the field.", texts),
      ("sensitive", "Whether values are masked in reports and exports.", flag),
      (
        "store", "Whether numbers of payment cards are stored masked (default) or clear.",
        words(["clear", "masked"])
      ),
      ("trim", "Whether leading and trailing blanks are removed before rules are evaluated.", flag),
      (
        "missing",
        "Texts that count as missing in this field, instead of those of the form's files.", texts
      ),
      ("note", "A note about the field for authors of definitions.", scalar),
      (
        "show", "When the field is shown.",
        object(
          "When the field is shown.",
          [
            (
              "when",
              "A condition on other fields: the field is shown, and may have a value, only if it is "
                + "true.", scalar
            )
          ], required: ["when"])
      ),
      (
        "value",
        "An expression over other fields from which the value is computed, such as net * 0.19.",
        scalar
      ),
      (
        "help", "A sentence for people who fill in the form; help.de for German, and so on.", scalar
      ),
      ("placeholder", "An example of a value, shown in the empty control.", scalar),
      (
        "section",
        "The title of the section that begins with this field; section.de for German, and so on.",
        scalar
      ),
      (
        "page",
        "The title of the page that begins with this field; page.de for German, and so on.", scalar
      ),
      (
        "widget", "The control to enter the field.",
        words(FieldPresentation.Widget.allCases.map(\.rawValue))
      ),
      ("choices", "Values to choose from, in order, with their labels.", list(of: "choice")),
      ("prefill", "Whether the address of the page may contain a value to begin with.", flag),
    ]
  }

  /// The options of types, for fields and run parameters.
  static var typeOptions: [Key] {
    [
      (
        "scale", "decimal: the maximum number of decimals.",
        wholeNumber(0...ExactDecimal.maximumDigits)
      ),
      ("point", "decimal: the decimal separator. Default: a point.", scalar),
      (
        "group",
        "decimal: the characters that are allowed between groups of digits; blank means all blanks.",
        texts
      ),
      (
        "grouping",
        "decimal: the sizes of the groups, which are thousands (default) or indian: 12,34,567.",
        words(FieldType.DecimalFormat.Grouping.allCases.map(\.rawValue))
      ),
      ("strip", "decimal: texts that are allowed before or after the number.", texts),
      (
        "negative",
        "decimal: the notations of negative numbers: minus, parentheses, trailing, credit, debit. "
          + "Default: a leading -.", texts
      ),
      (
        "format", "date, time, datetime: one or several formats, such as dd.MM.yyyy or h:mm a.",
        texts
      ),
      ("formats", "date, time, datetime: a synonym of format.", texts),
      ("separator", "list: the separator of items. Default: a comma.", scalar),
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
            ("label", "The label for users.", scalar),
          ], required: ["value"], translated: [DefinitionReader.labelPrefix]),
      ])
    ])
  }
}
