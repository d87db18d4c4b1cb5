package import FormRules

extension HTML {
  /// A page in the language of a localization.
  package static func document(
    _ localization: Localization, head: HTML, body: HTML
  ) -> HTML {
    """
    <!doctype html>
    <html lang="\(localization.languageTag)" dir="\(localization.direction)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    \(head)
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}
