extension MessageCatalogue {
  /// Romanian. `Câmpul` makes agreement independent of the label.
  static let romanian: [String: String] = [
    "after.before": "Câmpul {label} nu poate fi înainte de {date}.",
    "after.notAfter": "Câmpul {label} trebuie să fie după {date}.",
    "alpha.other": "Câmpul {label} poate conține numai litere.",
    "alphanumeric.other": "Câmpul {label} poate conține numai litere și cifre.",
    "any.none": "Câmpul {label} trebuie să respecte cel puțin una dintre aceste reguli: {rules}.",
    "ascii.control": "Câmpul {label} nu poate conține caractere de control.",
    "ascii.other": "Câmpul {label} poate conține numai caractere ASCII.",
    "base32.invalid": "Câmpul {label} trebuie să fie codificat în Base32.",
    "base64.invalid": "Câmpul {label} trebuie să fie codificat în Base64.",
    "before.after": "Câmpul {label} nu poate fi după {date}.",
    "before.notBefore": "Câmpul {label} trebuie să fie înainte de {date}.",
    "between.outside": "Câmpul {label} trebuie să fie între {from} și {to}.",
    "bic.country": "Câmpul {label} conține un BIC dintr-o țară care nu este acceptată aici.",
    "bic.invalid": "Câmpul {label} trebuie să fie un BIC, de exemplu DEUTDEFF sau DEUTDEFF500.",
    "blank": "Câmpul {label} trebuie lăsat gol.",
    "boolean.invalid": "Câmpul {label} trebuie să aibă una dintre aceste valori: {words}.",
    "byteSize.encoding": "Câmpul {label} trebuie să conțină un fișier în Base64 sau ca URI data:.",
    "byteSize.notFound": "Câmpul {label} indică un fișier care nu există.",
    "byteSize.outside": "Câmpul {label} trebuie să indice un fișier din dosarul de fișiere.",
    "byteSize.tooLarge": """
    Câmpul {label} poate avea cel mult {max, plural, one {# octet} few {# octeți} other {# de \
    octeți}}, nu {size}.
    """,
    "byteSize.tooSmall": """
    Câmpul {label} trebuie să aibă cel puțin {min, plural, one {# octet} few {# octeți} other {# \
    de octeți}}, nu {size}.
    """,
    "byteSize.unreadable": "Câmpul {label} indică un fișier care nu poate fi citit.",
    "cardExpiry.expired": "Câmpul {label} arată o dată trecută: cardul a expirat.",
    "cardExpiry.invalid": "Câmpul {label} trebuie să fie o lună în formatul {format}.",
    "cardExpiry.tooFar": """
    Câmpul {label} arată o dată la mai mult de {years, plural, one {# an} few {# ani} other {# de \
    ani}} în viitor.
    """,
    "characters.forbidden": "Câmpul {label} nu poate conține: {set}.",
    "characters.notAllowed": "Câmpul {label} poate conține numai: {set}.",
    "characters.tooFew": """
    Câmpul {label} trebuie să conțină cel puțin {min, plural, one {# caracter} few {# caractere} \
    other {# de caractere}} de acest fel: {set}.
    """,
    "characters.tooMany": """
    Câmpul {label} poate conține cel mult {max, plural, one {# caracter} few {# caractere} other \
    {# de caractere}} de acest fel: {set}.
    """,
    "cidr.hostBits":
      "Câmpul {label} trebuie să fie adresa unei rețele: există biți setați după prefix.",
    "cidr.invalid": "Câmpul {label} trebuie să fie un bloc de adrese IP, de exemplu 192.0.2.0/24.",
    "cidr.prefix":
      "Câmpul {label} trebuie să aibă un prefix de la {minPrefix} la {maxPrefix} biți.",
    "cidr.version": "Câmpul {label} trebuie să fie un bloc de adrese IPv{version}.",
    "color.invalid": "Câmpul {label} trebuie să fie o culoare, de exemplu #1e90ff.",
    "contains.missing": "Câmpul {label} trebuie să conțină: {values}.",
    "countryCode.unknown": "Câmpul {label} trebuie să fie codul unei țări, de exemplu {example}.",
    "currencyCode.unknown":
      "Câmpul {label} trebuie să fie codul unei monede, de exemplu {example}.",
    "custom.failed": "Câmpul {label} nu trece de verificarea {name}.",
    "date.form": "Câmpul {label} trebuie să fie o dată în formatul {formats}.",
    "date.invalid": "Câmpul {label} trebuie să fie o dată în formatul {format}.",
    "dateTime.invalid": "Câmpul {label} trebuie să fie o dată cu oră, de exemplu {example}.",
    "datetime.invalid":
      "Câmpul {label} trebuie să fie o dată cu oră, de exemplu 2026-01-31T09:30:00Z.",
    "decimal.invalid": "Câmpul {label} trebuie să fie un număr zecimal.",
    "decimal.outOfRange": "Câmpul {label} are mai mult de 38 de cifre.",
    "decimal.tooFewDecimals": """
    Câmpul {label} trebuie să aibă cel puțin {minScale, plural, one {# zecimală} few {# zecimale} \
    other {# de zecimale}}.
    """,
    "decimal.tooManyDecimals": """
    Câmpul {label} {scale, plural, =0 {trebuie să fie un număr întreg} one {poate avea cel mult # \
    zecimală} few {poate avea cel mult # zecimale} other {poate avea cel mult # de zecimale}}.
    """,
    "decimal.tooManyDigits": "Câmpul {label} are prea multe cifre.",
    "domain.invalid": "Câmpul {label} trebuie să fie un nume de domeniu, de exemplu example.com.",
    "domain.notTopLevel":
      "Câmpul {label} nu poate fi un domeniu cu una dintre aceste extensii: {notTopLevels}.",
    "domain.topLevel":
      "Câmpul {label} trebuie să fie un domeniu cu una dintre aceste extensii: {topLevels}.",
    "duration.invalid": "Câmpul {label} trebuie să fie o durată, de exemplu P1DT12H.",
    "ean.checksum": "Câmpul {label} nu este corect: cifra de control este greșită.",
    "ean.invalid": "Câmpul {label} trebuie să fie un număr cu atâtea cifre: {lengths}.",
    "email.host": "Câmpul {label} conține o adresă de e-mail a unei gazde care nu este permisă.",
    "email.invalid":
      "Câmpul {label} trebuie să fie o adresă de e-mail, de exemplu ana@example.com.",
    "emoji.found": "Câmpul {label} nu poate conține emoji.",
    "emoji.none": "Câmpul {label} trebuie să conțină un emoji.",
    "emoji.other": "Câmpul {label} poate conține numai emoji.",
    "endsWith": "Câmpul {label} trebuie să se termine cu unul dintre aceste texte: {values}.",
    "equals.different": "Câmpul {label} trebuie să fie egal cu {to}.",
    "exists.notFound": "Câmpul {label} trebuie să se găsească în {reference}.",
    "exists.unavailable":
      "Câmpul {label} nu a putut fi verificat: {reference} nu este disponibil.",
    "false.isTrue": "Răspunsul la câmpul {label} trebuie să fie nu.",
    "file.invalid": "Câmpul {label} trebuie să fie un fișier.",
    "geoCoordinate.invalid":
      "Câmpul {label} trebuie să fie o coordonată în grade, de exemplu 52.5163.",
    "geoCoordinate.range": "Câmpul {label} trebuie să fie între -{limit} și {limit} de grade.",
    "hash.invalid": "Câmpul {label} trebuie să fie un rezumat hexazecimal ({algorithm}).",
    "hex.invalid": "Câmpul {label} poate conține numai cifre hexazecimale.",
    "hex.length": "Câmpul {label} nu are numărul corect de cifre hexazecimale.",
    "hexColor.invalid": "Câmpul {label} trebuie să fie o culoare hexazecimală, de exemplu #1e90ff.",
    "hostname.invalid":
      "Câmpul {label} trebuie să fie un nume de gazdă, de exemplu www.example.com.",
    "iban.checksum": "Câmpul {label} nu este un IBAN valid: cifrele de control sunt greșite.",
    "iban.country": "Câmpul {label} conține un IBAN dintr-o țară care nu este acceptată aici.",
    "iban.invalid":
      "Câmpul {label} trebuie să fie un IBAN, de exemplu GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "Câmpul {label} trebuie să conțină un fișier în Base64 sau ca URI data:.",
    "image.invalid": "Câmpul {label} trebuie să fie o imagine.",
    "image.notFound": "Câmpul {label} indică un fișier care nu există.",
    "image.outside": "Câmpul {label} trebuie să indice un fișier din dosarul de fișiere.",
    "image.ratioTooLarge": """
    Câmpul {label} trebuie să fie o imagine cu un raport între lățime și înălțime de cel mult \
    {maxRatio}; dimensiunea este {width} × {height} pixeli.
    """,
    "image.ratioTooSmall": """
    Câmpul {label} trebuie să fie o imagine cu un raport între lățime și înălțime de cel puțin \
    {minRatio}; dimensiunea este {width} × {height} pixeli.
    """,
    "image.tooHigh": """
    Câmpul {label} trebuie să fie o imagine înaltă de cel mult {maxHeight, plural, one {# pixel} \
    few {# pixeli} other {# de pixeli}}, nu {height}.
    """,
    "image.tooLow": """
    Câmpul {label} trebuie să fie o imagine înaltă de cel puțin {minHeight, plural, one {# pixel} \
    few {# pixeli} other {# de pixeli}}, nu {height}.
    """,
    "image.tooNarrow": """
    Câmpul {label} trebuie să fie o imagine lată de cel puțin {minWidth, plural, one {# pixel} few \
    {# pixeli} other {# de pixeli}}, nu {width}.
    """,
    "image.tooWide": """
    Câmpul {label} trebuie să fie o imagine lată de cel mult {maxWidth, plural, one {# pixel} few \
    {# pixeli} other {# de pixeli}}, nu {width}.
    """,
    "image.unreadable": "Câmpul {label} indică un fișier care nu poate fi citit.",
    "imei.checksum": "Câmpul {label} nu este un IMEI valid: cifra de control este greșită.",
    "imei.invalid": "Câmpul {label} trebuie să fie un IMEI din cincisprezece cifre.",
    "in.notListed": "Câmpul {label} trebuie să aibă una dintre aceste valori: {values}.",
    "integer.invalid": "Câmpul {label} trebuie să fie un număr întreg.",
    "integer.outOfRange": "Câmpul {label} este prea mare pentru un număr întreg.",
    "ip.invalid":
      "Câmpul {label} trebuie să fie o adresă IP, de exemplu 192.0.2.1 sau 2001:db8::1.",
    "ip.network": "Câmpul {label} conține o adresă IP dintr-o rețea care nu este permisă.",
    "ip.version": "Câmpul {label} trebuie să fie o adresă IPv{version}.",
    "isbn.checksum": "Câmpul {label} nu este un ISBN valid: cifra de control este greșită.",
    "isbn.invalid": "Câmpul {label} trebuie să fie un ISBN, de exemplu 978-0-306-40615-7.",
    "isin.checksum": "Câmpul {label} nu este un cod ISIN valid: cifra de control este greșită.",
    "isin.invalid": "Câmpul {label} trebuie să fie un cod ISIN, de exemplu US0378331005.",
    "isoWeek.invalid": "Câmpul {label} trebuie să fie o săptămână, de exemplu 2026-W05.",
    "issn.checksum": "Câmpul {label} nu este un ISSN valid: cifra de control este greșită.",
    "issn.invalid": "Câmpul {label} trebuie să fie un ISSN, de exemplu 0378-5955.",
    "json.invalid": "Câmpul {label} trebuie să fie JSON.",
    "json.kind": "Câmpul {label} trebuie să fie JSON de acest fel: {kinds}.",
    "jwt.invalid": "Câmpul {label} trebuie să fie un JSON Web Token.",
    "lacks.found": "Câmpul {label} nu poate conține: {values}.",
    "languageCode.unknown": "Câmpul {label} trebuie să fie codul unei limbi, de exemplu {example}.",
    "latLong.invalid":
      "Câmpul {label} trebuie să fie o latitudine și o longitudine, de exemplu 52.5,13.4.",
    "latLong.range": """
    Câmpul {label} arată un loc din afara Pământului: {axis, select, longitude {longitudinea} \
    other {latitudinea}} este prea mare.
    """,
    "length.different":
      "Câmpul {label} trebuie să aibă exact \(counted("exact"))\(MessageTemplate.known("length", ", nu {length}")).",
    "length.tooLong":
      "Câmpul {label} poate avea cel mult \(counted("max"))\(MessageTemplate.known("length", ", nu {length}")).",
    "length.tooShort":
      "Câmpul {label} trebuie să aibă cel puțin \(counted("min"))\(MessageTemplate.known("length", ", nu {length}")).",
    "list.invalid": "Câmpul {label} trebuie să fie o listă.",
    "locale.invalid": "Câmpul {label} trebuie să fie o etichetă de limbă, de exemplu de-AT.",
    "lowercase": "Câmpul {label} nu poate conține majuscule.",
    "luhn.checksum": "Câmpul {label} nu este corect: cifra de control este greșită.",
    "luhn.invalid": "Câmpul {label} poate conține numai cifre.",
    "mac.invalid": "Câmpul {label} trebuie să fie o adresă hardware, de exemplu 00:00:5E:00:53:01.",
    "mac.kind": "Câmpul {label} conține o adresă hardware de un fel care nu este permis.",
    "media.encoding": "Câmpul {label} trebuie să conțină un fișier în Base64 sau ca URI data:.",
    "media.notFound": "Câmpul {label} indică un fișier care nu există.",
    "media.outside": "Câmpul {label} trebuie să indice un fișier din dosarul de fișiere.",
    "media.unknown": "Câmpul {label} trebuie să fie un fișier de acest tip: {types}.",
    "media.unreadable": "Câmpul {label} indică un fișier care nu poate fi citit.",
    "media.wrongType":
      "Câmpul {label} trebuie să fie un fișier de acest tip: {types}. Este de tipul {found}.",
    "mime.invalid": "Câmpul {label} trebuie să fie un tip de conținut, de exemplu text/html.",
    "mime.type": "Câmpul {label} trebuie să fie unul dintre aceste tipuri de conținut: {types}.",
    "multipleOf.isNot": """
    Câmpul {label} trebuie să fie un multiplu de {step}{offset, plural, =0 {} other {, numărat de \
    la {offset}}}.
    """,
    "must.isFalse": "Această condiție trebuie îndeplinită: {condition}.",
    "not.satisfied": "Câmpul {label} nu poate respecta aceste reguli: {rules}.",
    "notEquals.same": "Câmpul {label} nu poate fi egal cu {to}.",
    "notIn.listed": "Câmpul {label} nu poate avea niciuna dintre aceste valori: {values}.",
    "number.invalid": "Câmpul {label} trebuie să fie un număr.",
    "number.outOfRange": "Câmpul {label} este un număr prea mare.",
    "passwordStrength.tooWeak":
      "Câmpul {label} trebuie să fie o parolă mai sigură, cel puțin „{min}”.",
    "pattern.mismatch": "Câmpul {label} trebuie să corespundă modelului {pattern}.",
    "pattern.tooComplex": "Câmpul {label} este prea lung sau prea complex pentru a fi verificat.",
    "paymentCard.invalid": "Câmpul {label} trebuie să fie numărul unui card de plată.",
    "paymentCard.notAccepted":
      "Câmpul {label} trebuie să fie numărul unuia dintre aceste carduri: {types}.",
    "phone.invalid": """
    Câmpul {label} trebuie să fie un număr de telefon{country, plural, =0 {} other { ({country})}}.
    """,
    "phone.type": """
    Câmpul {label} trebuie să fie un număr de telefon {type, select, mobile {mobil} other {fix}}.
    """,
    "port.invalid": "Câmpul {label} trebuie să fie un număr de port de la 0 la 65535.",
    "port.range": "Câmpul {label} trebuie să fie un port de la {min} la {max}.",
    "postcode.invalid":
      "Câmpul {label} trebuie să fie un cod poștal{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "Câmpul {label} trebuie să fie o sumă de bani, de exemplu 12.50.",
    "range.notAbove": """
    Câmpul {label} trebuie să fie {kind, select, time {după} other {mai mare decât}} \
    {minExclusive}.
    """,
    "range.notBelow": """
    Câmpul {label} trebuie să fie {kind, select, time {înainte de} other {mai mic decât}} \
    {maxExclusive}.
    """,
    "range.tooLarge":
      "Câmpul {label} {kind, select, time {nu poate fi după} other {poate fi cel mult}} {max}.",
    "range.tooSmall": """
    Câmpul {label} {kind, select, time {nu poate fi înainte de} other {trebuie să fie cel puțin}} \
    {min}.
    """,
    "remote.refused": "Câmpul {label} a fost respins de o verificare în rețea.",
    "remote.unavailable": "Câmpul {label} nu a putut fi verificat: serviciul nu a răspuns.",
    "required": "Câmpul {label} este obligatoriu.",
    "semver.invalid": "Câmpul {label} trebuie să fie o versiune, de exemplu 1.4.0 sau 2.0.0-rc.1.",
    "semver.part": """
    Câmpul {label} trebuie să fie o versiune fără {part, select, build {metadate de compilare} \
    other {identificator de versiune preliminară}}.
    """,
    "slug.invalid":
      "Câmpul {label} trebuie să fie un nume scurt pentru adrese web, de exemplu pagina-mea.",
    "startsWith": "Câmpul {label} trebuie să înceapă cu unul dintre aceste texte: {values}.",
    "text.invalid": "Câmpul {label} trebuie să fie o singură valoare.",
    "time.form": "Câmpul {label} trebuie să fie o oră, de exemplu {example}.",
    "time.invalid": "Câmpul {label} trebuie să fie o oră în formatul HH:MM sau HH:MM:SS.",
    "trimmed": "Câmpul {label} nu poate începe sau se termina cu un spațiu.",
    "true.isFalse": "Răspunsul la câmpul {label} trebuie să fie da.",
    "ulid.invalid":
      "Câmpul {label} trebuie să fie un ULID, de exemplu 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: o înregistrare anterioară are {fields, plural, one {aceeași valoare} few {aceleași \
    valori} other {aceleași valori}}.
    """,
    "unique.stored": """
    {fields}: o înregistrare deja salvată are {fields, plural, one {aceeași valoare} few {aceleași \
    valori} other {aceleași valori}}.
    """,
    "uppercase": "Câmpul {label} nu poate conține minuscule.",
    "url.host": "Câmpul {label} conține adresa web a unei gazde care nu este permisă.",
    "url.invalid":
      "Câmpul {label} trebuie să fie o adresă web, de exemplu https://www.example.com/.",
    "url.part": """
    Câmpul {label} trebuie să fie o adresă web {part, select, userinfo {fără nume de utilizator} \
    port {fără port} missingPort {cu port} query {fără interogare} other {fără fragment}}.
    """,
    "url.scheme": """
    Câmpul {label} trebuie să fie o adresă web care începe cu una dintre aceste scheme: {schemes}.
    """,
    "uuid.invalid":
      "Câmpul {label} trebuie să fie un UUID, de exemplu f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version":
      "Câmpul {label} trebuie să fie un UUID de una dintre aceste versiuni: {versions}.",
    "vat.checksum": "Câmpul {label} nu este un cod de TVA valid: cifrele de control sunt greșite.",
    "vat.invalid":
      "Câmpul {label} trebuie să fie un cod de TVA din una dintre aceste țări: {countries}.",

    "csv.tooFewFields": """
    Înregistrarea are {found, plural, one {# câmp} few {# câmpuri} other {# de câmpuri}}, sunt \
    necesare {expected}.
    """,
    "csv.tooManyFields": """
    Înregistrarea are {found, plural, one {# câmp} few {# câmpuri} other {# de câmpuri}}, sunt \
    așteptate {expected}.
    """,
    "csv.strayQuote": """
    Există ghilimele unde nu sunt permise: puneți toată celula între ghilimele și dublați-le pe \
    cele din interior.
    """,
    "csv.unterminatedQuote": "Aici se deschid ghilimele care nu se mai închid.",
    "csv.encoding": "Octeții nu sunt text în codificarea fișierului.",
    "csv.nul": "Înregistrarea conține un octet NUL.",
    "csv.tooLong": "Înregistrarea este mai lungă decât este permis.",
    "json.syntax": "Linia nu este JSON.",
    "json.duplicateKey": "O cheie apare de două ori în obiect.",
    "json.tooDeep": "JSON-ul are prea multe niveluri.",
    "json.notAnObject": "Linia este JSON, dar nu un obiect.",
    "json.tooManyKeys": "Obiectul are o cheie nouă și există deja prea multe coloane.",

    "list.or": " sau ",
    "list.separator": ", ",
    "term.record": "Înregistrarea",
    "term.readable": "Înregistrarea poate fi citită.",
    "term.now": "acum",
    "term.today": "astăzi",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "AAAA-LL-ZZ",
    "term.character": "caractere",
    "term.scalar": "puncte de cod",
    "term.utf16": "unități UTF-16",
    "term.utf8": "octeți",
    "term.item": "elemente",
    "term.digit": "cifre",
    "term.letter": "litere",
    "term.upper": "majuscule",
    "term.lower": "minuscule",
    "term.alphanumeric": "litere și cifre",
    "term.space": "spații",
    "term.symbol": "simboluri",
    "term.punctuation": "semne de punctuație",
    "term.control": "caractere de control",
    "term.ascii": "caractere ASCII",
    "term.object": "obiect",
    "term.array": "listă",
    "term.string": "șir de caractere",
    "term.number": "număr",
    "term.boolean": "adevărat sau fals",
    "term.null": "null",
    "term.image": "imagine",
    "term.video": "video",
    "term.audio": "audio",
    "term.archive": "arhivă",
    "term.document": "document",
    "term.text": "text",
    "term.font": "font",
    "term.executable": "program",
    "term.veryWeak": "foarte slabă",
    "term.weak": "slabă",
    "term.medium": "medie",
    "term.strong": "puternică",
    "term.veryStrong": "foarte puternică",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# caracter} few {# caractere} other {# de caractere}",
      scalar: "one {# punct de cod} few {# puncte de cod} other {# de puncte de cod}",
      utf16: "one {# unitate UTF-16} few {# unități UTF-16} other {# de unități UTF-16}",
      utf8: "one {# octet} few {# octeți} other {# de octeți}",
      item: "one {# element} few {# elemente} other {# de elemente}")
  }
}
