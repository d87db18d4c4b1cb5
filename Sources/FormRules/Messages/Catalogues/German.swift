extension MessageCatalogue {
  /// German, to people addressed formally. Quotes make the label a name, which takes the singular.
  static let german: [String: String] = [
    "after.before": "„{label}“ darf nicht vor {date} liegen.",
    "after.notAfter": "„{label}“ muss nach {date} liegen.",
    "alpha.other": "„{label}“ darf nur Buchstaben enthalten.",
    "alphanumeric.other": "„{label}“ darf nur Buchstaben und Ziffern enthalten.",
    "any.none": "„{label}“ muss mindestens eine dieser Regeln erfüllen: {rules}.",
    "ascii.control": "„{label}“ darf keine Steuerzeichen enthalten.",
    "ascii.other": "„{label}“ darf nur ASCII-Zeichen enthalten.",
    "base32.invalid": "„{label}“ muss in Base32 codiert sein.",
    "base64.invalid": "„{label}“ muss in Base64 codiert sein.",
    "before.after": "„{label}“ darf nicht nach {date} liegen.",
    "before.notBefore": "„{label}“ muss vor {date} liegen.",
    "between.outside": "„{label}“ muss zwischen {from} und {to} liegen.",
    "bic.country": "„{label}“ ist ein BIC aus einem Land, das hier nicht zugelassen ist.",
    "bic.invalid": "„{label}“ muss ein BIC sein, zum Beispiel DEUTDEFF oder DEUTDEFF500.",
    "blank": "„{label}“ muss leer bleiben.",
    "boolean.invalid": "„{label}“ muss einer dieser Werte sein: {words}.",
    "byteSize.encoding": "„{label}“ muss eine Datei in Base64 oder als data:-URI enthalten.",
    "byteSize.notFound": "„{label}“ nennt eine Datei, die es nicht gibt.",
    "byteSize.outside": "„{label}“ muss eine Datei im Dateiordner nennen.",
    "byteSize.tooLarge": """
    „{label}“ darf höchstens {max, plural, one {# Byte} other {# Byte}} groß sein, nicht {size}.
    """,
    "byteSize.tooSmall": """
    „{label}“ muss mindestens {min, plural, one {# Byte} other {# Byte}} groß sein, nicht {size}.
    """,
    "byteSize.unreadable": "„{label}“ nennt eine Datei, die sich nicht lesen lässt.",
    "cardExpiry.expired": "„{label}“ liegt in der Vergangenheit: Die Karte ist abgelaufen.",
    "cardExpiry.invalid": "„{label}“ muss ein Monat im Format {format} sein.",
    "cardExpiry.tooFar":
      "„{label}“ liegt mehr als {years, plural, one {# Jahr} other {# Jahre}} in der Zukunft.",
    "characters.forbidden": "„{label}“ darf Folgendes nicht enthalten: {set}.",
    "characters.notAllowed": "„{label}“ darf nur Folgendes enthalten: {set}.",
    "characters.tooFew": """
    „{label}“ muss mindestens {min, plural, one {# Zeichen} other {# Zeichen}} dieser Art \
    enthalten: {set}.
    """,
    "characters.tooMany": """
    „{label}“ darf höchstens {max, plural, one {# Zeichen} other {# Zeichen}} dieser Art \
    enthalten: {set}.
    """,
    "cidr.hostBits":
      "„{label}“ muss die Adresse eines Netzes sein: Hinter dem Präfix sind Bits gesetzt.",
    "cidr.invalid": "„{label}“ muss ein Block von IP-Adressen sein, zum Beispiel 192.0.2.0/24.",
    "cidr.prefix": "„{label}“ muss ein Präfix von {minPrefix} bis {maxPrefix} Bit haben.",
    "cidr.version": "„{label}“ muss ein Block von IPv{version}-Adressen sein.",
    "color.invalid": "„{label}“ muss eine Farbe sein, zum Beispiel #1e90ff.",
    "contains.missing": "„{label}“ muss Folgendes enthalten: {values}.",
    "countryCode.unknown": "„{label}“ muss ein Ländercode sein, zum Beispiel {example}.",
    "currencyCode.unknown": "„{label}“ muss ein Währungscode sein, zum Beispiel {example}.",
    "custom.failed": "„{label}“ erfüllt die Prüfung {name} nicht.",
    "date.form": "„{label}“ muss ein Datum im Format {formats} sein.",
    "date.invalid": "„{label}“ muss ein Datum im Format {format} sein.",
    "dateTime.invalid": "„{label}“ muss ein Datum mit Uhrzeit sein, zum Beispiel {example}.",
    "datetime.invalid":
      "„{label}“ muss ein Datum mit Uhrzeit sein, zum Beispiel 2026-01-31T09:30:00Z.",
    "decimal.invalid": "„{label}“ muss eine Dezimalzahl sein.",
    "decimal.outOfRange": "„{label}“ hat mehr als 38 Stellen.",
    "decimal.tooFewDecimals": """
    „{label}“ muss mindestens {minScale, plural, one {# Nachkommastelle} other {# \
    Nachkommastellen}} haben.
    """,
    "decimal.tooManyDecimals": """
    „{label}“ {scale, plural, =0 {muss eine ganze Zahl sein} one {darf höchstens # Nachkommastelle \
    haben} other {darf höchstens # Nachkommastellen haben}}.
    """,
    "decimal.tooManyDigits": "„{label}“ hat zu viele Stellen.",
    "domain.invalid": "„{label}“ muss ein Domainname sein, zum Beispiel example.com.",
    "domain.notTopLevel":
      "„{label}“ darf keine Domain mit einer dieser Endungen sein: {notTopLevels}.",
    "domain.topLevel": "„{label}“ muss eine Domain mit einer dieser Endungen sein: {topLevels}.",
    "duration.invalid": "„{label}“ muss eine Zeitdauer sein, zum Beispiel P1DT12H.",
    "ean.checksum": "„{label}“ ist nicht richtig: Die Prüfziffer stimmt nicht.",
    "ean.invalid": "„{label}“ muss eine Nummer mit {lengths} Ziffern sein.",
    "email.host": "„{label}“ ist eine E-Mail-Adresse bei einem Host, der nicht zugelassen ist.",
    "email.invalid": "„{label}“ muss eine E-Mail-Adresse sein, zum Beispiel ana@example.com.",
    "emoji.found": "„{label}“ darf keine Emojis enthalten.",
    "emoji.none": "„{label}“ muss ein Emoji enthalten.",
    "emoji.other": "„{label}“ darf nur Emojis enthalten.",
    "endsWith": "„{label}“ muss mit einem dieser Texte enden: {values}.",
    "equals.different": "„{label}“ muss mit {to} übereinstimmen.",
    "exists.notFound": "„{label}“ muss in {reference} vorkommen.",
    "exists.unavailable":
      "„{label}“ konnte nicht nachgeschlagen werden: {reference} ist nicht verfügbar.",
    "false.isTrue": "„{label}“ muss verneint werden.",
    "file.invalid": "„{label}“ muss eine Datei sein.",
    "geoCoordinate.invalid": "„{label}“ muss eine Koordinate in Grad sein, zum Beispiel 52.5163.",
    "geoCoordinate.range": "„{label}“ muss zwischen -{limit} und {limit} Grad liegen.",
    "hash.invalid": "„{label}“ muss ein hexadezimaler Hashwert sein ({algorithm}).",
    "hex.invalid": "„{label}“ darf nur hexadezimale Ziffern enthalten.",
    "hex.length": "„{label}“ hat nicht die richtige Anzahl hexadezimaler Ziffern.",
    "hexColor.invalid": "„{label}“ muss eine hexadezimale Farbe sein, zum Beispiel #1e90ff.",
    "hostname.invalid": "„{label}“ muss ein Hostname sein, zum Beispiel www.example.com.",
    "iban.checksum": "„{label}“ ist keine gültige IBAN: Die Prüfziffern stimmen nicht.",
    "iban.country": "„{label}“ ist eine IBAN aus einem Land, das hier nicht zugelassen ist.",
    "iban.invalid": "„{label}“ muss eine IBAN sein, zum Beispiel GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "„{label}“ muss eine Datei in Base64 oder als data:-URI enthalten.",
    "image.invalid": "„{label}“ muss ein Bild sein.",
    "image.notFound": "„{label}“ nennt eine Datei, die es nicht gibt.",
    "image.outside": "„{label}“ muss eine Datei im Dateiordner nennen.",
    "image.ratioTooLarge": """
    „{label}“ darf ein Seitenverhältnis (Breite zu Höhe) von höchstens {maxRatio} haben; das Bild \
    hat {width} × {height} Pixel.
    """,
    "image.ratioTooSmall": """
    „{label}“ muss ein Seitenverhältnis (Breite zu Höhe) von mindestens {minRatio} haben; das Bild \
    hat {width} × {height} Pixel.
    """,
    "image.tooHigh": """
    „{label}“ darf höchstens {maxHeight, plural, one {# Pixel} other {# Pixel}} hoch sein, nicht \
    {height}.
    """,
    "image.tooLow": """
    „{label}“ muss mindestens {minHeight, plural, one {# Pixel} other {# Pixel}} hoch sein, nicht \
    {height}.
    """,
    "image.tooNarrow": """
    „{label}“ muss mindestens {minWidth, plural, one {# Pixel} other {# Pixel}} breit sein, nicht \
    {width}.
    """,
    "image.tooWide": """
    „{label}“ darf höchstens {maxWidth, plural, one {# Pixel} other {# Pixel}} breit sein, nicht \
    {width}.
    """,
    "image.unreadable": "„{label}“ nennt eine Datei, die sich nicht lesen lässt.",
    "imei.checksum": "„{label}“ ist keine gültige IMEI: Die Prüfziffer stimmt nicht.",
    "imei.invalid": "„{label}“ muss eine IMEI aus fünfzehn Ziffern sein.",
    "in.notListed": "„{label}“ muss einer dieser Werte sein: {values}.",
    "integer.invalid": "„{label}“ muss eine ganze Zahl sein.",
    "integer.outOfRange": "„{label}“ ist für eine ganze Zahl zu groß.",
    "ip.invalid": "„{label}“ muss eine IP-Adresse sein, zum Beispiel 192.0.2.1 oder 2001:db8::1.",
    "ip.network": "„{label}“ ist eine IP-Adresse aus einem Netz, das nicht zugelassen ist.",
    "ip.version": "„{label}“ muss eine IPv{version}-Adresse sein.",
    "isbn.checksum": "„{label}“ ist keine gültige ISBN: Die Prüfziffer stimmt nicht.",
    "isbn.invalid": "„{label}“ muss eine ISBN sein, zum Beispiel 978-0-306-40615-7.",
    "isin.checksum": "„{label}“ ist keine gültige ISIN: Die Prüfziffer stimmt nicht.",
    "isin.invalid": "„{label}“ muss eine ISIN sein, zum Beispiel US0378331005.",
    "isoWeek.invalid": "„{label}“ muss eine Kalenderwoche sein, zum Beispiel 2026-W05.",
    "issn.checksum": "„{label}“ ist keine gültige ISSN: Die Prüfziffer stimmt nicht.",
    "issn.invalid": "„{label}“ muss eine ISSN sein, zum Beispiel 0378-5955.",
    "json.invalid": "„{label}“ muss JSON sein.",
    "json.kind": "„{label}“ muss JSON dieser Art sein: {kinds}.",
    "jwt.invalid": "„{label}“ muss ein JSON Web Token sein.",
    "lacks.found": "„{label}“ darf Folgendes nicht enthalten: {values}.",
    "languageCode.unknown": "„{label}“ muss ein Sprachcode sein, zum Beispiel {example}.",
    "latLong.invalid": "„{label}“ muss aus Breite und Länge bestehen, zum Beispiel 52.5,13.4.",
    "latLong.range": """
    „{label}“ liegt nicht auf der Erde: {axis, select, longitude {Die Länge} other {Die Breite}} \
    ist zu groß.
    """,
    "length.different":
      "„{label}“ muss genau \(counted("exact")) haben\(MessageTemplate.known("length", ", nicht {length}")).",
    "length.tooLong":
      "„{label}“ darf höchstens \(counted("max")) haben\(MessageTemplate.known("length", ", nicht {length}")).",
    "length.tooShort":
      "„{label}“ muss mindestens \(counted("min")) haben\(MessageTemplate.known("length", ", nicht {length}")).",
    "list.invalid": "„{label}“ muss eine Liste sein.",
    "locale.invalid": "„{label}“ muss eine Sprachkennung sein, zum Beispiel de-AT.",
    "lowercase": "„{label}“ darf keine Großbuchstaben enthalten.",
    "luhn.checksum": "„{label}“ ist nicht richtig: Die Prüfziffer stimmt nicht.",
    "luhn.invalid": "„{label}“ darf nur Ziffern enthalten.",
    "mac.invalid": "„{label}“ muss eine Hardware-Adresse sein, zum Beispiel 00:00:5E:00:53:01.",
    "mac.kind": "„{label}“ ist eine Hardware-Adresse einer Art, die nicht zugelassen ist.",
    "media.encoding": "„{label}“ muss eine Datei in Base64 oder als data:-URI enthalten.",
    "media.notFound": "„{label}“ nennt eine Datei, die es nicht gibt.",
    "media.outside": "„{label}“ muss eine Datei im Dateiordner nennen.",
    "media.unknown": "„{label}“ muss eine Datei dieser Art sein: {types}.",
    "media.unreadable": "„{label}“ nennt eine Datei, die sich nicht lesen lässt.",
    "media.wrongType": "„{label}“ muss eine Datei dieser Art sein: {types}. Es ist {found}.",
    "mime.invalid": "„{label}“ muss ein Medientyp sein, zum Beispiel text/html.",
    "mime.type": "„{label}“ muss einer dieser Medientypen sein: {types}.",
    "multipleOf.isNot": """
    „{label}“ muss ein Vielfaches von {step} sein{offset, plural, =0 {} other {, gezählt ab \
    {offset}}}.
    """,
    "must.isFalse": "Diese Bedingung muss erfüllt sein: {condition}.",
    "not.satisfied": "„{label}“ darf diese Regeln nicht erfüllen: {rules}.",
    "notEquals.same": "„{label}“ darf nicht gleich {to} sein.",
    "notIn.listed": "„{label}“ darf keiner dieser Werte sein: {values}.",
    "number.invalid": "„{label}“ muss eine Zahl sein.",
    "number.outOfRange": "„{label}“ ist als Zahl zu groß.",
    "passwordStrength.tooWeak": "„{label}“ muss ein stärkeres Passwort sein, mindestens „{min}“.",
    "pattern.mismatch": "„{label}“ muss dem Muster {pattern} entsprechen.",
    "pattern.tooComplex": "„{label}“ ist zu lang oder zu komplex, um geprüft zu werden.",
    "paymentCard.invalid": "„{label}“ muss die Nummer einer Zahlungskarte sein.",
    "paymentCard.notAccepted": "„{label}“ muss die Nummer einer dieser Karten sein: {types}.",
    "phone.invalid":
      "„{label}“ muss eine Telefonnummer sein{country, plural, =0 {} other { ({country})}}.",
    "phone.type":
      "„{label}“ muss eine {type, select, mobile {Mobilfunknummer} other {Festnetznummer}} sein.",
    "port.invalid": "„{label}“ muss eine Portnummer von 0 bis 65535 sein.",
    "port.range": "„{label}“ muss ein Port von {min} bis {max} sein.",
    "postcode.invalid":
      "„{label}“ muss eine Postleitzahl sein{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "„{label}“ muss ein Geldbetrag sein, zum Beispiel 12.50.",
    "range.notAbove": """
    „{label}“ muss {kind, select, time {nach {minExclusive} liegen} other {größer als \
    {minExclusive} sein}}.
    """,
    "range.notBelow": """
    „{label}“ muss {kind, select, time {vor {maxExclusive} liegen} other {kleiner als \
    {maxExclusive} sein}}.
    """,
    "range.tooLarge":
      "„{label}“ darf {kind, select, time {nicht nach {max} liegen} other {höchstens {max} sein}}.",
    "range.tooSmall": """
    „{label}“ {kind, select, time {darf nicht vor {min} liegen} other {muss mindestens {min} \
    sein}}.
    """,
    "remote.refused": "„{label}“ wurde von einer Prüfung im Netz abgelehnt.",
    "remote.unavailable":
      "„{label}“ konnte nicht geprüft werden: Der Dienst hat nicht geantwortet.",
    "required": "„{label}“ ist ein Pflichtfeld.",
    "semver.invalid": "„{label}“ muss eine Version sein, zum Beispiel 1.4.0 oder 2.0.0-rc.1.",
    "semver.part": """
    „{label}“ muss eine Version ohne {part, select, build {Build-Angaben} other {Vorabkennung}} \
    sein.
    """,
    "slug.invalid":
      "„{label}“ muss ein Kurzname für Webadressen sein, zum Beispiel meine-erste-seite.",
    "startsWith": "„{label}“ muss mit einem dieser Texte beginnen: {values}.",
    "text.invalid": "„{label}“ muss ein einzelner Wert sein.",
    "time.form": "„{label}“ muss eine Uhrzeit sein, zum Beispiel {example}.",
    "time.invalid": "„{label}“ muss eine Uhrzeit im Format HH:MM oder HH:MM:SS sein.",
    "trimmed": "„{label}“ darf nicht mit einem Leerzeichen beginnen oder enden.",
    "true.isFalse": "„{label}“ muss bejaht werden.",
    "ulid.invalid": "„{label}“ muss eine ULID sein, zum Beispiel 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: {fields, plural, one {Diesen Wert} other {Diese Werte}} hat schon ein früherer \
    Datensatz.
    """,
    "unique.stored": """
    {fields}: {fields, plural, one {Diesen Wert} other {Diese Werte}} hat schon ein gespeicherter \
    Datensatz.
    """,
    "uppercase": "„{label}“ darf keine Kleinbuchstaben enthalten.",
    "url.host": "„{label}“ ist eine Webadresse auf einem Host, der nicht zugelassen ist.",
    "url.invalid": "„{label}“ muss eine Webadresse sein, zum Beispiel https://www.example.com/.",
    "url.part": """
    „{label}“ muss eine Webadresse {part, select, userinfo {ohne Benutzernamen} port {ohne Port} \
    missingPort {mit Port} query {ohne Abfrageteil} other {ohne Fragment}} sein.
    """,
    "url.scheme":
      "„{label}“ muss eine Webadresse sein, die mit einem dieser Schemata beginnt: {schemes}.",
    "uuid.invalid":
      "„{label}“ muss eine UUID sein, zum Beispiel f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "„{label}“ muss eine UUID einer dieser Versionen sein: {versions}.",
    "vat.checksum": "„{label}“ ist keine gültige USt-IdNr.: Die Prüfziffern stimmen nicht.",
    "vat.invalid": "„{label}“ muss eine USt-IdNr. aus einem dieser Länder sein: {countries}.",

    "csv.tooFewFields":
      "Der Datensatz hat {found, plural, one {# Feld} other {# Felder}}, nötig sind {expected}.",
    "csv.tooManyFields": """
    Der Datensatz hat {found, plural, one {# Feld} other {# Felder}}, erwartet werden {expected}.
    """,
    "csv.strayQuote": """
    Ein Anführungszeichen steht, wo keines stehen darf: Setzen Sie die ganze Zelle in \
    Anführungszeichen und verdoppeln Sie die darin.
    """,
    "csv.unterminatedQuote": "Hier beginnt ein Anführungszeichen, das nirgends endet.",
    "csv.encoding": "Die Bytes sind kein Text in der Codierung der Datei.",
    "csv.nul": "Im Datensatz steht ein NUL-Byte.",
    "csv.tooLong": "Der Datensatz ist länger, als ein Datensatz sein darf.",
    "json.syntax": "Die Zeile ist kein JSON.",
    "json.duplicateKey": "Ein Schlüssel steht im Objekt zweimal.",
    "json.tooDeep": "Das JSON ist zu tief verschachtelt.",
    "json.notAnObject": "Die Zeile ist JSON, aber kein Objekt.",
    "json.tooManyKeys": "Das Objekt hat einen neuen Schlüssel, und es gibt schon zu viele Spalten.",

    "list.or": " oder ",
    "list.separator": ", ",
    "term.record": "Der Datensatz",
    "term.readable": "Der Datensatz ist lesbar.",
    "term.now": "jetzt",
    "term.today": "heute",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "JJJJ-MM-TT",
    "term.character": "Zeichen",
    "term.scalar": "Codepunkte",
    "term.utf16": "UTF-16-Einheiten",
    "term.utf8": "Byte",
    "term.item": "Einträge",
    "term.digit": "Ziffern",
    "term.letter": "Buchstaben",
    "term.upper": "Großbuchstaben",
    "term.lower": "Kleinbuchstaben",
    "term.alphanumeric": "Buchstaben und Ziffern",
    "term.space": "Leerzeichen",
    "term.symbol": "Symbole",
    "term.punctuation": "Satzzeichen",
    "term.control": "Steuerzeichen",
    "term.ascii": "ASCII-Zeichen",
    "term.object": "Objekt",
    "term.array": "Array",
    "term.string": "Zeichenkette",
    "term.number": "Zahl",
    "term.boolean": "Wahrheitswert",
    "term.null": "null",
    "term.image": "Bild",
    "term.video": "Video",
    "term.audio": "Audio",
    "term.archive": "Archiv",
    "term.document": "Dokument",
    "term.text": "Text",
    "term.font": "Schrift",
    "term.executable": "Programm",
    "term.veryWeak": "sehr schwach",
    "term.weak": "schwach",
    "term.medium": "mittel",
    "term.strong": "stark",
    "term.veryStrong": "sehr stark",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# Zeichen} other {# Zeichen}",
      scalar: "one {# Codepunkt} other {# Codepunkte}",
      utf16: "one {# UTF-16-Einheit} other {# UTF-16-Einheiten}",
      utf8: "one {# Byte} other {# Byte}",
      item: "one {# Eintrag} other {# Einträge}")
  }
}
