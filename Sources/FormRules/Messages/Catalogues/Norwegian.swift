extension MessageCatalogue {
  /// Norwegian (Bokmål).
  static let norwegian: [String: String] = [
    "after.before": "{label} kan ikke være før {date}.",
    "after.notAfter": "{label} må være etter {date}.",
    "alpha.other": "{label} kan bare inneholde bokstaver.",
    "alphanumeric.other": "{label} kan bare inneholde bokstaver og sifre.",
    "any.none": "{label} må oppfylle minst én av disse reglene: {rules}.",
    "ascii.control": "{label} kan ikke inneholde kontrolltegn.",
    "ascii.other": "{label} kan bare inneholde ASCII-tegn.",
    "base32.invalid": "{label} må være kodet i Base32.",
    "base64.invalid": "{label} må være kodet i Base64.",
    "before.after": "{label} kan ikke være etter {date}.",
    "before.notBefore": "{label} må være før {date}.",
    "between.outside": "{label} må være mellom {from} og {to}.",
    "bic.country": "{label} er en BIC fra et land som ikke er tillatt her.",
    "bic.invalid": "{label} må være en BIC, for eksempel DEUTDEFF eller DEUTDEFF500.",
    "blank": "{label} må stå tomt.",
    "boolean.invalid": "{label} må være en av disse verdiene: {words}.",
    "byteSize.encoding": "{label} må inneholde en fil i Base64 eller som data:-URI.",
    "byteSize.notFound": "{label} nevner en fil som ikke finnes.",
    "byteSize.outside": "{label} må nevne en fil i filmappen.",
    "byteSize.tooLarge":
      "{label} kan være på høyst {max, plural, one {# byte} other {# byte}}, ikke {size}.",
    "byteSize.tooSmall":
      "{label} må være på minst {min, plural, one {# byte} other {# byte}}, ikke {size}.",
    "byteSize.unreadable": "{label} nevner en fil som ikke kan leses.",
    "cardExpiry.expired": "{label} er passert: Kortet er utløpt.",
    "cardExpiry.invalid": "{label} må være en måned i formatet {format}.",
    "cardExpiry.tooFar": "{label} er mer enn {years, plural, one {# år} other {# år}} fram i tid.",
    "characters.forbidden": "{label} kan ikke inneholde: {set}.",
    "characters.notAllowed": "{label} kan bare inneholde: {set}.",
    "characters.tooFew": """
    {label} må inneholde minst {min, plural, one {# tegn} other {# tegn}} av dette slaget: {set}.
    """,
    "characters.tooMany": """
    {label} kan inneholde høyst {max, plural, one {# tegn} other {# tegn}} av dette slaget: {set}.
    """,
    "cidr.hostBits": "{label} må være adressen til et nett: Det er satt biter etter prefikset.",
    "cidr.invalid": "{label} må være en blokk av IP-adresser, for eksempel 192.0.2.0/24.",
    "cidr.prefix": "{label} må ha et prefiks på {minPrefix} til {maxPrefix} biter.",
    "cidr.version": "{label} må være en blokk av IPv{version}-adresser.",
    "color.invalid": "{label} må være en farge, for eksempel #1e90ff.",
    "contains.missing": "{label} må inneholde: {values}.",
    "countryCode.unknown": "{label} må være en landkode, for eksempel {example}.",
    "currencyCode.unknown": "{label} må være en valutakode, for eksempel {example}.",
    "custom.failed": "{label} oppfyller ikke kravet {name}.",
    "date.form": "{label} må være en dato i formatet {formats}.",
    "date.invalid": "{label} må være en dato i formatet {format}.",
    "dateTime.invalid": "{label} må være en dato med klokkeslett, for eksempel {example}.",
    "datetime.invalid":
      "{label} må være en dato med klokkeslett, for eksempel 2026-01-31T09:30:00Z.",
    "decimal.invalid": "{label} må være et desimaltall.",
    "decimal.outOfRange": "{label} har mer enn 38 sifre.",
    "decimal.tooFewDecimals":
      "{label} må ha minst {minScale, plural, one {# desimal} other {# desimaler}}.",
    "decimal.tooManyDecimals": """
    {label} {scale, plural, =0 {må være et heltall} one {kan ha høyst # desimal} other {kan ha \
    høyst # desimaler}}.
    """,
    "decimal.tooManyDigits": "{label} har for mange sifre.",
    "domain.invalid": "{label} må være et domenenavn, for eksempel example.com.",
    "domain.notTopLevel":
      "{label} kan ikke være et domene med en av disse endelsene: {notTopLevels}.",
    "domain.topLevel": "{label} må være et domene med en av disse endelsene: {topLevels}.",
    "duration.invalid": "{label} må være en varighet, for eksempel P1DT12H.",
    "ean.checksum": "{label} er ikke riktig: Kontrollsifferet stemmer ikke.",
    "ean.invalid": "{label} må være et nummer på {lengths} sifre.",
    "email.host": "{label} er en e-postadresse på en vert som ikke er tillatt.",
    "email.invalid": "{label} må være en e-postadresse, for eksempel ana@example.com.",
    "emoji.found": "{label} kan ikke inneholde emojier.",
    "emoji.none": "{label} må inneholde en emoji.",
    "emoji.other": "{label} kan bare inneholde emojier.",
    "endsWith": "{label} må slutte med en av disse tekstene: {values}.",
    "equals.different": "{label} må være det samme som {to}.",
    "exists.notFound": "{label} må finnes i {reference}.",
    "exists.unavailable": "{label} kunne ikke slås opp: {reference} er ikke tilgjengelig.",
    "false.isTrue": "Det må svares nei på {label}.",
    "file.invalid": "{label} må være en fil.",
    "geoCoordinate.invalid": "{label} må være en koordinat i grader, for eksempel 52.5163.",
    "geoCoordinate.range": "{label} må være mellom -{limit} og {limit} grader.",
    "hash.invalid": "{label} må være en heksadesimal hashverdi ({algorithm}).",
    "hex.invalid": "{label} kan bare inneholde heksadesimale sifre.",
    "hex.length": "{label} har ikke riktig antall heksadesimale sifre.",
    "hexColor.invalid": "{label} må være en heksadesimal farge, for eksempel #1e90ff.",
    "hostname.invalid": "{label} må være et vertsnavn, for eksempel www.example.com.",
    "iban.checksum": "{label} er ikke et gyldig IBAN-nummer: Kontrollsifrene stemmer ikke.",
    "iban.country": "{label} er et IBAN-nummer fra et land som ikke er tillatt her.",
    "iban.invalid": "{label} må være et IBAN-nummer, for eksempel GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "{label} må inneholde en fil i Base64 eller som data:-URI.",
    "image.invalid": "{label} må være et bilde.",
    "image.notFound": "{label} nevner en fil som ikke finnes.",
    "image.outside": "{label} må nevne en fil i filmappen.",
    "image.ratioTooLarge": """
    {label} kan ha et sideforhold (bredde til høyde) på høyst {maxRatio}; bildet er på {width} × \
    {height} piksler.
    """,
    "image.ratioTooSmall": """
    {label} må ha et sideforhold (bredde til høyde) på minst {minRatio}; bildet er på {width} × \
    {height} piksler.
    """,
    "image.tooHigh": """
    {label} kan være høyst {maxHeight, plural, one {# piksel} other {# piksler}} høyt, ikke \
    {height}.
    """,
    "image.tooLow": """
    {label} må være minst {minHeight, plural, one {# piksel} other {# piksler}} høyt, ikke \
    {height}.
    """,
    "image.tooNarrow": """
    {label} må være minst {minWidth, plural, one {# piksel} other {# piksler}} bredt, ikke {width}.
    """,
    "image.tooWide": """
    {label} kan være høyst {maxWidth, plural, one {# piksel} other {# piksler}} bredt, ikke \
    {width}.
    """,
    "image.unreadable": "{label} nevner en fil som ikke kan leses.",
    "imei.checksum": "{label} er ikke et gyldig IMEI-nummer: Kontrollsifferet stemmer ikke.",
    "imei.invalid": "{label} må være et IMEI-nummer på femten sifre.",
    "in.notListed": "{label} må være en av disse verdiene: {values}.",
    "integer.invalid": "{label} må være et heltall.",
    "integer.outOfRange": "{label} er for stort for et heltall.",
    "ip.invalid": "{label} må være en IP-adresse, for eksempel 192.0.2.1 eller 2001:db8::1.",
    "ip.network": "{label} er en IP-adresse i et nett som ikke er tillatt.",
    "ip.version": "{label} må være en IPv{version}-adresse.",
    "isbn.checksum": "{label} er ikke et gyldig ISBN: Kontrollsifferet stemmer ikke.",
    "isbn.invalid": "{label} må være et ISBN, for eksempel 978-0-306-40615-7.",
    "isin.checksum": "{label} er ikke en gyldig ISIN-kode: Kontrollsifferet stemmer ikke.",
    "isin.invalid": "{label} må være en ISIN-kode, for eksempel US0378331005.",
    "isoWeek.invalid": "{label} må være en uke, for eksempel 2026-W05.",
    "issn.checksum": "{label} er ikke et gyldig ISSN: Kontrollsifferet stemmer ikke.",
    "issn.invalid": "{label} må være et ISSN, for eksempel 0378-5955.",
    "json.invalid": "{label} må være JSON.",
    "json.kind": "{label} må være JSON av dette slaget: {kinds}.",
    "jwt.invalid": "{label} må være et JSON Web Token.",
    "lacks.found": "{label} kan ikke inneholde: {values}.",
    "languageCode.unknown": "{label} må være en språkkode, for eksempel {example}.",
    "latLong.invalid": "{label} må være en bredde- og en lengdegrad, for eksempel 52.5,13.4.",
    "latLong.range": """
    {label} er et sted utenfor jordkloden: {axis, select, longitude {Lengdegraden} other \
    {Breddegraden}} er for stor.
    """,
    "length.different":
      "{label} må ha nøyaktig \(counted("exact"))\(MessageTemplate.known("length", ", ikke {length}")).",
    "length.tooLong":
      "{label} kan ha høyst \(counted("max"))\(MessageTemplate.known("length", ", ikke {length}")).",
    "length.tooShort":
      "{label} må ha minst \(counted("min"))\(MessageTemplate.known("length", ", ikke {length}")).",
    "list.invalid": "{label} må være en liste.",
    "locale.invalid": "{label} må være en språktagg, for eksempel de-AT.",
    "lowercase": "{label} kan ikke inneholde store bokstaver.",
    "luhn.checksum": "{label} er ikke riktig: Kontrollsifferet stemmer ikke.",
    "luhn.invalid": "{label} kan bare inneholde sifre.",
    "mac.invalid": "{label} må være en maskinvareadresse, for eksempel 00:00:5E:00:53:01.",
    "mac.kind": "{label} er en maskinvareadresse av et slag som ikke er tillatt.",
    "media.encoding": "{label} må inneholde en fil i Base64 eller som data:-URI.",
    "media.notFound": "{label} nevner en fil som ikke finnes.",
    "media.outside": "{label} må nevne en fil i filmappen.",
    "media.unknown": "{label} må være en fil av dette slaget: {types}.",
    "media.unreadable": "{label} nevner en fil som ikke kan leses.",
    "media.wrongType": "{label} må være en fil av dette slaget: {types}. Den er {found}.",
    "mime.invalid": "{label} må være en medietype, for eksempel text/html.",
    "mime.type": "{label} må være en av disse medietypene: {types}.",
    "multipleOf.isNot": """
    {label} må være et multiplum av {step}{offset, plural, =0 {} other {, regnet fra {offset}}}.
    """,
    "must.isFalse": "Denne betingelsen må være oppfylt: {condition}.",
    "not.satisfied": "{label} kan ikke oppfylle disse reglene: {rules}.",
    "notEquals.same": "{label} kan ikke være det samme som {to}.",
    "notIn.listed": "{label} kan ikke være en av disse verdiene: {values}.",
    "number.invalid": "{label} må være et tall.",
    "number.outOfRange": "{label} er for stort for et tall.",
    "passwordStrength.tooWeak": "{label} må være et sterkere passord, minst «{min}».",
    "pattern.mismatch": "{label} må passe til mønsteret {pattern}.",
    "pattern.tooComplex": "{label} er for langt eller for innviklet til å bli kontrollert.",
    "paymentCard.invalid": "{label} må være nummeret på et betalingskort.",
    "paymentCard.notAccepted": "{label} må være nummeret på et av disse kortene: {types}.",
    "phone.invalid":
      "{label} må være et telefonnummer{country, plural, =0 {} other { ({country})}}.",
    "phone.type":
      "{label} må være et {type, select, mobile {mobilnummer} other {fasttelefonnummer}}.",
    "port.invalid": "{label} må være et portnummer fra 0 til 65535.",
    "port.range": "{label} må være en port fra {min} til {max}.",
    "postcode.invalid":
      "{label} må være et postnummer{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "{label} må være et beløp, for eksempel 12.50.",
    "range.notAbove":
      "{label} må være {kind, select, time {etter} other {større enn}} {minExclusive}.",
    "range.notBelow":
      "{label} må være {kind, select, time {før} other {mindre enn}} {maxExclusive}.",
    "range.tooLarge":
      "{label} kan {kind, select, time {ikke være etter} other {være høyst}} {max}.",
    "range.tooSmall":
      "{label} {kind, select, time {kan ikke være før} other {må være minst}} {min}.",
    "remote.refused": "{label} ble avvist av en kontroll på nettet.",
    "remote.unavailable": "{label} kunne ikke kontrolleres: Tjenesten svarte ikke.",
    "required": "{label} må fylles ut.",
    "semver.invalid": "{label} må være en versjon, for eksempel 1.4.0 eller 2.0.0-rc.1.",
    "semver.part": """
    {label} må være en versjon uten {part, select, build {byggmetadata} other \
    {forhåndsbetegnelse}}.
    """,
    "slug.invalid": "{label} må være et kortnavn for nettadresser, for eksempel min-side.",
    "startsWith": "{label} må begynne med en av disse tekstene: {values}.",
    "text.invalid": "{label} må være en enkelt verdi.",
    "time.form": "{label} må være et klokkeslett, for eksempel {example}.",
    "time.invalid": "{label} må være et klokkeslett i formatet TT:MM eller TT:MM:SS.",
    "trimmed": "{label} kan ikke begynne eller slutte med mellomrom.",
    "true.isFalse": "Det må svares ja på {label}.",
    "ulid.invalid": "{label} må være en ULID, for eksempel 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: En tidligere post har {fields, plural, one {samme verdi} other {de samme verdiene}}.
    """,
    "unique.stored":
      "{fields}: En lagret post har {fields, plural, one {samme verdi} other {de samme verdiene}}.",
    "uppercase": "{label} kan ikke inneholde små bokstaver.",
    "url.host": "{label} er en nettadresse på en vert som ikke er tillatt.",
    "url.invalid": "{label} må være en nettadresse, for eksempel https://www.example.com/.",
    "url.part": """
    {label} må være en nettadresse {part, select, userinfo {uten brukernavn} port {uten port} \
    missingPort {med port} query {uten spørring} other {uten fragment}}.
    """,
    "url.scheme":
      "{label} må være en nettadresse som begynner med et av disse skjemaene: {schemes}.",
    "uuid.invalid": "{label} må være en UUID, for eksempel f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "{label} må være en UUID av en av disse versjonene: {versions}.",
    "vat.checksum": "{label} er ikke et gyldig MVA-nummer: Kontrollsifrene stemmer ikke.",
    "vat.invalid": "{label} må være et MVA-nummer fra et av disse landene: {countries}.",

    "csv.tooFewFields":
      "Posten har {found, plural, one {# felt} other {# felter}}, det må være {expected}.",
    "csv.tooManyFields":
      "Posten har {found, plural, one {# felt} other {# felter}}, det skal bare være {expected}.",
    "csv.strayQuote": """
    Her står et anførselstegn der det ikke kan stå noe: Sett hele cellen i anførselstegn, og skriv \
    dem inne i den dobbelt.
    """,
    "csv.unterminatedQuote": "Her begynner et anførselstegn som aldri slutter.",
    "csv.encoding": "Bytene er ikke tekst i filens tegnkoding.",
    "csv.nul": "Det er en NUL-byte i posten.",
    "csv.tooLong": "Posten er lengre enn en post kan være.",
    "json.syntax": "Linjen er ikke JSON.",
    "json.duplicateKey": "En nøkkel står to ganger i objektet.",
    "json.tooDeep": "JSON-dataene er nøstet for dypt.",
    "json.notAnObject": "Linjen er JSON, men ikke et objekt.",
    "json.tooManyKeys": "Objektet har en ny nøkkel, og det er allerede for mange kolonner.",

    "list.or": " eller ",
    "list.separator": ", ",
    "term.record": "Posten",
    "term.readable": "Posten kan leses.",
    "term.now": "nå",
    "term.today": "i dag",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "ÅÅÅÅ-MM-DD",
    "term.character": "tegn",
    "term.scalar": "kodepunkter",
    "term.utf16": "UTF-16-enheter",
    "term.utf8": "byte",
    "term.item": "elementer",
    "term.digit": "sifre",
    "term.letter": "bokstaver",
    "term.upper": "store bokstaver",
    "term.lower": "små bokstaver",
    "term.alphanumeric": "bokstaver og sifre",
    "term.space": "mellomrom",
    "term.symbol": "symboler",
    "term.punctuation": "skilletegn",
    "term.control": "kontrolltegn",
    "term.ascii": "ASCII-tegn",
    "term.object": "objekt",
    "term.array": "matrise",
    "term.string": "streng",
    "term.number": "tall",
    "term.boolean": "sann eller usann",
    "term.null": "null",
    "term.image": "bilde",
    "term.video": "video",
    "term.audio": "lyd",
    "term.archive": "arkiv",
    "term.document": "dokument",
    "term.text": "tekst",
    "term.font": "skrifttype",
    "term.executable": "program",
    "term.veryWeak": "svært svakt",
    "term.weak": "svakt",
    "term.medium": "middels",
    "term.strong": "sterkt",
    "term.veryStrong": "svært sterkt",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# tegn} other {# tegn}",
      scalar: "one {# kodepunkt} other {# kodepunkter}",
      utf16: "one {# UTF-16-enhet} other {# UTF-16-enheter}",
      utf8: "one {# byte} other {# byte}",
      item: "one {# element} other {# elementer}")
  }
}
