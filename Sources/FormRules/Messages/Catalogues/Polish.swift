extension MessageCatalogue {
  /// Polish. `Pole` makes agreement independent of the label; `other` is for fractions.
  static let polish: [String: String] = [
    "after.before": "Pole {label} nie może być wcześniejsze niż {date}.",
    "after.notAfter": "Pole {label} musi być późniejsze niż {date}.",
    "alpha.other": "Pole {label} może zawierać tylko litery.",
    "alphanumeric.other": "Pole {label} może zawierać tylko litery i cyfry.",
    "any.none": "Pole {label} musi spełniać co najmniej jedną z tych reguł: {rules}.",
    "ascii.control": "Pole {label} nie może zawierać znaków sterujących.",
    "ascii.other": "Pole {label} może zawierać tylko znaki ASCII.",
    "base32.invalid": "Pole {label} musi być zakodowane w Base32.",
    "base64.invalid": "Pole {label} musi być zakodowane w Base64.",
    "before.after": "Pole {label} nie może być późniejsze niż {date}.",
    "before.notBefore": "Pole {label} musi być wcześniejsze niż {date}.",
    "between.outside": "Pole {label} musi mieścić się między {from} a {to}.",
    "bic.country": "Pole {label} zawiera BIC z kraju, który nie jest tu dopuszczony.",
    "bic.invalid": "Pole {label} musi być kodem BIC, na przykład DEUTDEFF lub DEUTDEFF500.",
    "blank": "Pole {label} musi pozostać puste.",
    "boolean.invalid": "Pole {label} musi mieć jedną z tych wartości: {words}.",
    "byteSize.encoding": "Pole {label} musi zawierać plik w Base64 lub jako URI data:.",
    "byteSize.notFound": "Pole {label} wskazuje plik, którego nie ma.",
    "byteSize.outside": "Pole {label} musi wskazywać plik w folderze plików.",
    "byteSize.tooLarge": """
    Pole {label} może mieć najwyżej {max, plural, one {# bajt} few {# bajty} many {# bajtów} other \
    {# bajta}}, a nie {size}.
    """,
    "byteSize.tooSmall": """
    Pole {label} musi mieć co najmniej {min, plural, one {# bajt} few {# bajty} many {# bajtów} \
    other {# bajta}}, a nie {size}.
    """,
    "byteSize.unreadable": "Pole {label} wskazuje plik, którego nie można odczytać.",
    "cardExpiry.expired": "Pole {label} wskazuje datę z przeszłości: karta straciła ważność.",
    "cardExpiry.invalid": "Pole {label} musi być miesiącem w formacie {format}.",
    "cardExpiry.tooFar": """
    Pole {label} wskazuje datę odległą o więcej niż {years, plural, one {# rok} few {# lata} many \
    {# lat} other {# roku}}.
    """,
    "characters.forbidden": "Pole {label} nie może zawierać takich znaków: {set}.",
    "characters.notAllowed": "Pole {label} może zawierać tylko takie znaki: {set}.",
    "characters.tooFew": """
    Pole {label} musi zawierać co najmniej {min, plural, one {# znak} few {# znaki} many {# \
    znaków} other {# znaku}} tego rodzaju: {set}.
    """,
    "characters.tooMany": """
    Pole {label} może zawierać najwyżej {max, plural, one {# znak} few {# znaki} many {# znaków} \
    other {# znaku}} tego rodzaju: {set}.
    """,
    "cidr.hostBits": "Pole {label} musi być adresem sieci: za prefiksem są ustawione bity.",
    "cidr.invalid": "Pole {label} musi być blokiem adresów IP, na przykład 192.0.2.0/24.",
    "cidr.prefix": "Pole {label} musi mieć prefiks o długości od {minPrefix} do {maxPrefix} bitów.",
    "cidr.version": "Pole {label} musi być blokiem adresów IPv{version}.",
    "color.invalid": "Pole {label} musi być kolorem, na przykład #1e90ff.",
    "contains.missing": "Pole {label} musi zawierać: {values}.",
    "countryCode.unknown": "Pole {label} musi być kodem kraju, na przykład {example}.",
    "currencyCode.unknown": "Pole {label} musi być kodem waluty, na przykład {example}.",
    "custom.failed": "Pole {label} nie spełnia warunku {name}.",
    "date.form": "Pole {label} musi być datą w formacie {formats}.",
    "date.invalid": "Pole {label} musi być datą w formacie {format}.",
    "dateTime.invalid": "Pole {label} musi być datą z godziną, na przykład {example}.",
    "datetime.invalid": "Pole {label} musi być datą z godziną, na przykład 2026-01-31T09:30:00Z.",
    "decimal.invalid": "Pole {label} musi być liczbą dziesiętną.",
    "decimal.outOfRange": "Pole {label} ma więcej niż 38 cyfr.",
    "decimal.tooFewDecimals": """
    Pole {label} musi mieć co najmniej {minScale, plural, one {# miejsce} few {# miejsca} many {# \
    miejsc} other {# miejsca}} po przecinku.
    """,
    "decimal.tooManyDecimals": """
    Pole {label} {scale, plural, =0 {musi być liczbą całkowitą} one {może mieć najwyżej # miejsce \
    po przecinku} few {może mieć najwyżej # miejsca po przecinku} many {może mieć najwyżej # \
    miejsc po przecinku} other {może mieć najwyżej # miejsca po przecinku}}.
    """,
    "decimal.tooManyDigits": "Pole {label} ma za dużo cyfr.",
    "domain.invalid": "Pole {label} musi być nazwą domeny, na przykład example.com.",
    "domain.notTopLevel":
      "Pole {label} nie może być domeną z jedną z tych końcówek: {notTopLevels}.",
    "domain.topLevel": "Pole {label} musi być domeną z jedną z tych końcówek: {topLevels}.",
    "duration.invalid": "Pole {label} musi być czasem trwania, na przykład P1DT12H.",
    "ean.checksum": "Pole {label} jest niepoprawne: cyfra kontrolna się nie zgadza.",
    "ean.invalid": "Pole {label} musi być numerem o takiej liczbie cyfr: {lengths}.",
    "email.host": "Pole {label} zawiera adres e-mail na hoście, który nie jest dozwolony.",
    "email.invalid": "Pole {label} musi być adresem e-mail, na przykład ana@example.com.",
    "emoji.found": "Pole {label} nie może zawierać emoji.",
    "emoji.none": "Pole {label} musi zawierać emoji.",
    "emoji.other": "Pole {label} może zawierać tylko emoji.",
    "endsWith": "Pole {label} musi kończyć się jednym z tych tekstów: {values}.",
    "equals.different": "Pole {label} musi być takie samo jak {to}.",
    "exists.notFound": "Pole {label} musi występować w {reference}.",
    "exists.unavailable":
      "Nie udało się sprawdzić pola {label}: źródło {reference} jest niedostępne.",
    "false.isTrue": "Odpowiedź w polu {label} musi brzmieć nie.",
    "file.invalid": "Pole {label} musi być plikiem.",
    "geoCoordinate.invalid": "Pole {label} musi być współrzędną w stopniach, na przykład 52.5163.",
    "geoCoordinate.range": "Pole {label} musi mieścić się między -{limit} a {limit} stopni.",
    "hash.invalid": "Pole {label} musi być skrótem w zapisie szesnastkowym ({algorithm}).",
    "hex.invalid": "Pole {label} może zawierać tylko cyfry szesnastkowe.",
    "hex.length": "Pole {label} nie ma właściwej liczby cyfr szesnastkowych.",
    "hexColor.invalid":
      "Pole {label} musi być kolorem w zapisie szesnastkowym, na przykład #1e90ff.",
    "hostname.invalid": "Pole {label} musi być nazwą hosta, na przykład www.example.com.",
    "iban.checksum":
      "Pole {label} nie jest poprawnym numerem IBAN: cyfry kontrolne się nie zgadzają.",
    "iban.country": "Pole {label} zawiera IBAN z kraju, który nie jest tu dopuszczony.",
    "iban.invalid": "Pole {label} musi być numerem IBAN, na przykład GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "Pole {label} musi zawierać plik w Base64 lub jako URI data:.",
    "image.invalid": "Pole {label} musi być obrazem.",
    "image.notFound": "Pole {label} wskazuje plik, którego nie ma.",
    "image.outside": "Pole {label} musi wskazywać plik w folderze plików.",
    "image.ratioTooLarge": """
    Pole {label} musi być obrazem o stosunku szerokości do wysokości najwyżej {maxRatio}; obraz ma \
    {width} × {height} pikseli.
    """,
    "image.ratioTooSmall": """
    Pole {label} musi być obrazem o stosunku szerokości do wysokości co najmniej {minRatio}; obraz \
    ma {width} × {height} pikseli.
    """,
    "image.tooHigh": """
    Pole {label} musi być obrazem o wysokości najwyżej {maxHeight, plural, one {# piksela} few {# \
    pikseli} many {# pikseli} other {# piksela}}, a nie {height}.
    """,
    "image.tooLow": """
    Pole {label} musi być obrazem o wysokości co najmniej {minHeight, plural, one {# piksela} few \
    {# pikseli} many {# pikseli} other {# piksela}}, a nie {height}.
    """,
    "image.tooNarrow": """
    Pole {label} musi być obrazem o szerokości co najmniej {minWidth, plural, one {# piksela} few \
    {# pikseli} many {# pikseli} other {# piksela}}, a nie {width}.
    """,
    "image.tooWide": """
    Pole {label} musi być obrazem o szerokości najwyżej {maxWidth, plural, one {# piksela} few {# \
    pikseli} many {# pikseli} other {# piksela}}, a nie {width}.
    """,
    "image.unreadable": "Pole {label} wskazuje plik, którego nie można odczytać.",
    "imei.checksum":
      "Pole {label} nie jest poprawnym numerem IMEI: cyfra kontrolna się nie zgadza.",
    "imei.invalid": "Pole {label} musi być numerem IMEI złożonym z piętnastu cyfr.",
    "in.notListed": "Pole {label} musi mieć jedną z tych wartości: {values}.",
    "integer.invalid": "Pole {label} musi być liczbą całkowitą.",
    "integer.outOfRange": "Pole {label} jest za duże jak na liczbę całkowitą.",
    "ip.invalid": "Pole {label} musi być adresem IP, na przykład 192.0.2.1 lub 2001:db8::1.",
    "ip.network": "Pole {label} zawiera adres IP z sieci, która nie jest dozwolona.",
    "ip.version": "Pole {label} musi być adresem IPv{version}.",
    "isbn.checksum":
      "Pole {label} nie jest poprawnym numerem ISBN: cyfra kontrolna się nie zgadza.",
    "isbn.invalid": "Pole {label} musi być numerem ISBN, na przykład 978-0-306-40615-7.",
    "isin.checksum": "Pole {label} nie jest poprawnym kodem ISIN: cyfra kontrolna się nie zgadza.",
    "isin.invalid": "Pole {label} musi być kodem ISIN, na przykład US0378331005.",
    "isoWeek.invalid": "Pole {label} musi być tygodniem, na przykład 2026-W05.",
    "issn.checksum":
      "Pole {label} nie jest poprawnym numerem ISSN: cyfra kontrolna się nie zgadza.",
    "issn.invalid": "Pole {label} musi być numerem ISSN, na przykład 0378-5955.",
    "json.invalid": "Pole {label} musi być zapisem JSON.",
    "json.kind": "Pole {label} musi być zapisem JSON tego rodzaju: {kinds}.",
    "jwt.invalid": "Pole {label} musi być tokenem JSON Web Token.",
    "lacks.found": "Pole {label} nie może zawierać: {values}.",
    "languageCode.unknown": "Pole {label} musi być kodem języka, na przykład {example}.",
    "latLong.invalid":
      "Pole {label} musi zawierać szerokość i długość geograficzną, na przykład 52.5,13.4.",
    "latLong.range": """
    Pole {label} wskazuje miejsce poza Ziemią: {axis, select, longitude {długość} other \
    {szerokość}} jest za duża.
    """,
    "length.different":
      "Pole {label} musi mieć dokładnie \(counted("exact"))\(MessageTemplate.known("length", ", a nie {length}")).",
    "length.tooLong":
      "Pole {label} może mieć najwyżej \(counted("max"))\(MessageTemplate.known("length", ", a nie {length}")).",
    "length.tooShort":
      "Pole {label} musi mieć co najmniej \(counted("min"))\(MessageTemplate.known("length", ", a nie {length}")).",
    "list.invalid": "Pole {label} musi być listą.",
    "locale.invalid": "Pole {label} musi być znacznikiem języka, na przykład de-AT.",
    "lowercase": "Pole {label} nie może zawierać wielkich liter.",
    "luhn.checksum": "Pole {label} jest niepoprawne: cyfra kontrolna się nie zgadza.",
    "luhn.invalid": "Pole {label} może zawierać tylko cyfry.",
    "mac.invalid": "Pole {label} musi być adresem sprzętowym, na przykład 00:00:5E:00:53:01.",
    "mac.kind": "Pole {label} zawiera adres sprzętowy rodzaju, który nie jest dozwolony.",
    "media.encoding": "Pole {label} musi zawierać plik w Base64 lub jako URI data:.",
    "media.notFound": "Pole {label} wskazuje plik, którego nie ma.",
    "media.outside": "Pole {label} musi wskazywać plik w folderze plików.",
    "media.unknown": "Pole {label} musi być plikiem tego rodzaju: {types}.",
    "media.unreadable": "Pole {label} wskazuje plik, którego nie można odczytać.",
    "media.wrongType":
      "Pole {label} musi być plikiem tego rodzaju: {types}. Plik jest typu {found}.",
    "mime.invalid": "Pole {label} musi być typem zawartości, na przykład text/html.",
    "mime.type": "Pole {label} musi być jednym z tych typów zawartości: {types}.",
    "multipleOf.isNot": """
    Pole {label} musi być wielokrotnością {step}{offset, plural, =0 {} other {, licząc od \
    {offset}}}.
    """,
    "must.isFalse": "Ten warunek musi być spełniony: {condition}.",
    "not.satisfied": "Pole {label} nie może spełniać tych reguł: {rules}.",
    "notEquals.same": "Pole {label} nie może być takie samo jak {to}.",
    "notIn.listed": "Pole {label} nie może mieć żadnej z tych wartości: {values}.",
    "number.invalid": "Pole {label} musi być liczbą.",
    "number.outOfRange": "Pole {label} jest za duże jak na liczbę.",
    "passwordStrength.tooWeak": "Pole {label} musi być silniejszym hasłem, co najmniej „{min}”.",
    "pattern.mismatch": "Pole {label} musi pasować do wzorca {pattern}.",
    "pattern.tooComplex": "Pole {label} jest za długie lub zbyt złożone, by je sprawdzić.",
    "paymentCard.invalid": "Pole {label} musi być numerem karty płatniczej.",
    "paymentCard.notAccepted": "Pole {label} musi być numerem jednej z tych kart: {types}.",
    "phone.invalid":
      "Pole {label} musi być numerem telefonu{country, plural, =0 {} other { ({country})}}.",
    "phone.type": """
    Pole {label} musi być numerem telefonu {type, select, mobile {komórkowego} other \
    {stacjonarnego}}.
    """,
    "port.invalid": "Pole {label} musi być numerem portu od 0 do 65535.",
    "port.range": "Pole {label} musi być portem od {min} do {max}.",
    "postcode.invalid":
      "Pole {label} musi być kodem pocztowym{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "Pole {label} musi być kwotą, na przykład 12.50.",
    "range.notAbove":
      "Pole {label} musi być {kind, select, time {późniejsze} other {większe}} niż {minExclusive}.",
    "range.notBelow": """
    Pole {label} musi być {kind, select, time {wcześniejsze} other {mniejsze}} niż {maxExclusive}.
    """,
    "range.tooLarge": """
    Pole {label} {kind, select, time {nie może być późniejsze niż} other {może wynosić najwyżej}} \
    {max}.
    """,
    "range.tooSmall": """
    Pole {label} {kind, select, time {nie może być wcześniejsze niż} other {musi wynosić co \
    najmniej}} {min}.
    """,
    "remote.refused": "Pole {label} zostało odrzucone przez kontrolę w sieci.",
    "remote.unavailable": "Nie udało się sprawdzić pola {label}: usługa nie odpowiedziała.",
    "required": "Pole {label} jest wymagane.",
    "semver.invalid": "Pole {label} musi być wersją, na przykład 1.4.0 lub 2.0.0-rc.1.",
    "semver.part": """
    Pole {label} musi być wersją bez {part, select, build {metadanych kompilacji} other \
    {oznaczenia wersji wstępnej}}.
    """,
    "slug.invalid":
      "Pole {label} musi być krótką nazwą do adresów internetowych, na przykład moja-strona.",
    "startsWith": "Pole {label} musi zaczynać się jednym z tych tekstów: {values}.",
    "text.invalid": "Pole {label} musi być pojedynczą wartością.",
    "time.form": "Pole {label} musi być godziną, na przykład {example}.",
    "time.invalid": "Pole {label} musi być godziną w formacie GG:MM lub GG:MM:SS.",
    "trimmed": "Pole {label} nie może zaczynać się ani kończyć spacją.",
    "true.isFalse": "Odpowiedź w polu {label} musi brzmieć tak.",
    "ulid.invalid":
      "Pole {label} musi być identyfikatorem ULID, na przykład 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: wcześniejszy rekord ma {fields, plural, one {tę samą wartość} few {te same wartości} \
    many {te same wartości} other {te same wartości}}.
    """,
    "unique.stored": """
    {fields}: zapisany rekord ma {fields, plural, one {tę samą wartość} few {te same wartości} \
    many {te same wartości} other {te same wartości}}.
    """,
    "uppercase": "Pole {label} nie może zawierać małych liter.",
    "url.host": "Pole {label} zawiera adres internetowy na hoście, który nie jest dozwolony.",
    "url.invalid":
      "Pole {label} musi być adresem internetowym, na przykład https://www.example.com/.",
    "url.part": """
    Pole {label} musi być adresem internetowym {part, select, userinfo {bez nazwy użytkownika} \
    port {bez portu} missingPort {z portem} query {bez zapytania} other {bez fragmentu}}.
    """,
    "url.scheme": """
    Pole {label} musi być adresem internetowym, który zaczyna się od jednego z tych schematów: \
    {schemes}.
    """,
    "uuid.invalid": """
    Pole {label} musi być identyfikatorem UUID, na przykład f81d4fae-7dec-41d0-a765-00a0c91e6bf6.
    """,
    "uuid.version":
      "Pole {label} musi być identyfikatorem UUID w jednej z tych wersji: {versions}.",
    "vat.checksum":
      "Pole {label} nie jest poprawnym numerem VAT: cyfry kontrolne się nie zgadzają.",
    "vat.invalid": "Pole {label} musi być numerem VAT z jednego z tych krajów: {countries}.",

    "csv.tooFewFields": """
    Rekord ma {found, plural, one {# pole} few {# pola} many {# pól} other {# pola}}, a potrzeba \
    {expected}.
    """,
    "csv.tooManyFields": """
    Rekord ma {found, plural, one {# pole} few {# pola} many {# pól} other {# pola}}, a oczekiwano \
    {expected}.
    """,
    "csv.strayQuote": """
    Cudzysłów stoi tam, gdzie nie powinien: całą komórkę należy ująć w cudzysłów, a cudzysłowy w \
    środku podwoić.
    """,
    "csv.unterminatedQuote": "Tu otwiera się cudzysłów, który nigdzie się nie zamyka.",
    "csv.encoding": "Bajty nie są tekstem w kodowaniu pliku.",
    "csv.nul": "W rekordzie jest bajt NUL.",
    "csv.tooLong": "Rekord jest dłuższy, niż wolno.",
    "json.syntax": "Wiersz nie jest zapisem JSON.",
    "json.duplicateKey": "Klucz występuje w obiekcie dwa razy.",
    "json.tooDeep": "Zapis JSON jest zagnieżdżony zbyt głęboko.",
    "json.notAnObject": "Wiersz jest zapisem JSON, ale nie obiektem.",
    "json.tooManyKeys": "Obiekt ma nowy klucz, a kolumn jest już za dużo.",

    "list.or": " lub ",
    "list.separator": ", ",
    "term.record": "Rekord",
    "term.readable": "Rekord można odczytać.",
    "term.now": "teraz",
    "term.today": "dzisiaj",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "RRRR-MM-DD",
    "term.character": "znaki",
    "term.scalar": "punkty kodowe",
    "term.utf16": "jednostki UTF-16",
    "term.utf8": "bajty",
    "term.item": "elementy",
    "term.digit": "cyfry",
    "term.letter": "litery",
    "term.upper": "wielkie litery",
    "term.lower": "małe litery",
    "term.alphanumeric": "litery i cyfry",
    "term.space": "spacje",
    "term.symbol": "symbole",
    "term.punctuation": "znaki interpunkcyjne",
    "term.control": "znaki sterujące",
    "term.ascii": "znaki ASCII",
    "term.object": "obiekt",
    "term.array": "tablica",
    "term.string": "ciąg znaków",
    "term.number": "liczba",
    "term.boolean": "prawda lub fałsz",
    "term.null": "null",
    "term.image": "obraz",
    "term.video": "wideo",
    "term.audio": "dźwięk",
    "term.archive": "archiwum",
    "term.document": "dokument",
    "term.text": "tekst",
    "term.font": "czcionka",
    "term.executable": "program",
    "term.veryWeak": "bardzo słabe",
    "term.weak": "słabe",
    "term.medium": "średnie",
    "term.strong": "silne",
    "term.veryStrong": "bardzo silne",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# znak} few {# znaki} many {# znaków} other {# znaku}",
      scalar: "one {# punkt kodowy} few {# punkty kodowe} "
        + "many {# punktów kodowych} other {# punktu kodowego}",
      utf16: "one {# jednostkę UTF-16} few {# jednostki UTF-16} "
        + "many {# jednostek UTF-16} other {# jednostki UTF-16}",
      utf8: "one {# bajt} few {# bajty} many {# bajtów} other {# bajta}",
      item: "one {# element} few {# elementy} many {# elementów} other {# elementu}")
  }
}
