import FormRules

extension DefinitionSchema {
  static var source: JSON {
    object(
      "A source: a sender of files.",
      [
        ("source", "The source's name, as given to an import.", scalar),
        ("title", "The title, such as the name of an office.", scalar),
        ("contact", "The addresses to which mail about deliveries is sent.", texts),
        ("language", "The language of mail, such as de.", scalar),
        ("forms", "What the source sends, by form.", mapping(of: reference("sourceForm"))),
      ], required: ["source", "forms"])
  }

  static var sourceForm: JSON {
    .object([
      "anyOf": .array([
        .object(["type": .string("null")]),
        object(
          "What a source sends for a form.",
          [
            (
              "file", "The format of the files, which takes precedence over the form's.", sourceFile
            ),
            ("map", "The fields of columns, by header.", mapping(of: scalar)),
            ("expect", "The deliveries that are expected.", expectation),
            (
              "repairs", "Repairs of rejected records, in order. Each has one field.",
              .object([
                "type": .string("array"),
                "items": mapping(
                  of: .object([
                    "anyOf": .array([
                      words(Repair.Change.words.map(\.word)), .object(["type": .string("object")]),
                    ])
                  ])),
              ])
            ),
          ]),
      ])
    ])
  }

  private static var sourceFile: JSON {
    object(
      "The format of a source's files.",
      fileKeys.filter { DefinitionReader.sourceFileKeys.contains($0.name) }
        + typeOptions.filter { DefinitionReader.sourceFileKeys.contains($0.name) })
  }

  private static var expectation: JSON {
    object(
      "The deliveries that are expected.",
      [
        (
          "every", "How often a delivery is expected.",
          words(ExpectedDelivery.Interval.allCases.map(\.rawValue))
        ),
        (
          "by",
          "The time at which it is due: 12:00, Monday 12:00 or 3 12:00. Default: the end of the interval.",
          scalar
        ),
        ("records", "The limit of the number of records.", limitBounds),
      ], required: ["every"])
  }
}
