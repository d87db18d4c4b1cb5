extension MessageCatalogue {
  /// Danish.
  static let danish: [String: String] = [
    "after.before": "{label} må ikke ligge før {date}.",
    "after.notAfter": "{label} skal ligge efter {date}.",
    "alpha.other": "{label} må kun indeholde bogstaver.",
    "alphanumeric.other": "{label} må kun indeholde bogstaver og cifre.",
    "any.none": "{label} skal opfylde mindst én af disse regler: {rules}.",
    "ascii.control": "{label} må ikke indeholde kontroltegn.",
    "ascii.other": "{label} må kun indeholde ASCII-tegn.",
    "base32.invalid": "{label} skal være kodet i Base32.",
    "base64.invalid": "{label} skal være kodet i Base64.",
    "before.after": "{label} må ikke ligge efter {date}.",
    "before.notBefore": "{label} skal ligge før {date}.",
    "between.outside": "{label} skal ligge mellem {from} og {to}.",
    "bic.country": "{label} er en BIC fra et land, der ikke er tilladt her.",
    "bic.invalid": "{label} skal være en BIC, for eksempel DEUTDEFF eller DEUTDEFF500.",
    "blank": "{label} skal være tomt.",
    "boolean.invalid": "{label} skal være en af disse værdier: {words}.",
    "byteSize.encoding": "{label} skal indeholde en fil i Base64 eller som data:-URI.",
    "byteSize.notFound": "{label} nævner en fil, der ikke findes.",
    "byteSize.outside": "{label} skal nævne en fil i filmappen.",
    "byteSize.tooLarge":
      "{label} må højst fylde {max, plural, one {# byte} other {# byte}}, ikke {size}.",
    "byteSize.tooSmall":
      "{label} skal fylde mindst {min, plural, one {# byte} other {# byte}}, ikke {size}.",
    "byteSize.unreadable": "{label} nævner en fil, der ikke kan læses.",
    "cardExpiry.expired": "{label} er overskredet: Kortet er udløbet.",
    "cardExpiry.invalid": "{label} skal være en måned i formatet {format}.",
    "cardExpiry.tooFar":
      "{label} ligger mere end {years, plural, one {# år} other {# år}} ude i fremtiden.",
    "characters.forbidden": "{label} må ikke indeholde: {set}.",
    "characters.notAllowed": "{label} må kun indeholde: {set}.",
    "characters.tooFew": """
    {label} skal indeholde mindst {min, plural, one {# tegn} other {# tegn}} af denne slags: {set}.
    """,
    "characters.tooMany": """
    {label} må højst indeholde {max, plural, one {# tegn} other {# tegn}} af denne slags: {set}.
    """,
    "cidr.hostBits": "{label} skal være adressen på et net: Der er sat bits efter præfikset.",
    "cidr.invalid": "{label} skal være en blok af IP-adresser, for eksempel 192.0.2.0/24.",
    "cidr.prefix": "{label} skal have et præfiks på {minPrefix} til {maxPrefix} bit.",
    "cidr.version": "{label} skal være en blok af IPv{version}-adresser.",
    "color.invalid": "{label} skal være en farve, for eksempel #1e90ff.",
    "contains.missing": "{label} skal indeholde: {values}.",
    "countryCode.unknown": "{label} skal være en landekode, for eksempel {example}.",
    "currencyCode.unknown": "{label} skal være en valutakode, for eksempel {example}.",
    "custom.failed": "{label} opfylder ikke kravet {name}.",
    "date.form": "{label} skal være en dato i formatet {formats}.",
    "date.invalid": "{label} skal være en dato i formatet {format}.",
    "dateTime.invalid": "{label} skal være en dato med klokkeslæt, for eksempel {example}.",
    "datetime.invalid":
      "{label} skal være en dato med klokkeslæt, for eksempel 2026-01-31T09:30:00Z.",
    "decimal.invalid": "{label} skal være et decimaltal.",
    "decimal.outOfRange": "{label} har mere end 38 cifre.",
    "decimal.tooFewDecimals":
      "{label} skal have mindst {minScale, plural, one {# decimal} other {# decimaler}}.",
    "decimal.tooManyDecimals": """
    {label} {scale, plural, =0 {skal være et helt tal} one {må højst have # decimal} other {må \
    højst have # decimaler}}.
    """,
    "decimal.tooManyDigits": "{label} har for mange cifre.",
    "domain.invalid": "{label} skal være et domænenavn, for eksempel example.com.",
    "domain.notTopLevel":
      "{label} må ikke være et domæne med en af disse endelser: {notTopLevels}.",
    "domain.topLevel": "{label} skal være et domæne med en af disse endelser: {topLevels}.",
    "duration.invalid": "{label} skal være en varighed, for eksempel P1DT12H.",
    "ean.checksum": "{label} er ikke rigtigt: Kontrolcifferet passer ikke.",
    "ean.invalid": "{label} skal være et nummer på {lengths} cifre.",
    "email.host": "{label} er en e-mailadresse på en vært, der ikke er tilladt.",
    "email.invalid": "{label} skal være en e-mailadresse, for eksempel ana@example.com.",
    "emoji.found": "{label} må ikke indeholde emojier.",
    "emoji.none": "{label} skal indeholde en emoji.",
    "emoji.other": "{label} må kun indeholde emojier.",
    "endsWith": "{label} skal slutte med en af disse tekster: {values}.",
    "equals.different": "{label} skal være det samme som {to}.",
    "exists.notFound": "{label} skal findes i {reference}.",
    "exists.unavailable": "{label} kunne ikke slås op: {reference} er ikke tilgængelig.",
    "false.isTrue": "Der skal svares nej til {label}.",
    "file.invalid": "{label} skal være en fil.",
    "geoCoordinate.invalid": "{label} skal være en koordinat i grader, for eksempel 52.5163.",
    "geoCoordinate.range": "{label} skal ligge mellem -{limit} og {limit} grader.",
    "hash.invalid": "{label} skal være en heksadecimal hashværdi ({algorithm}).",
    "hex.invalid": "{label} må kun indeholde heksadecimale cifre.",
    "hex.length": "{label} har ikke det rette antal heksadecimale cifre.",
    "hexColor.invalid": "{label} skal være en heksadecimal farve, for eksempel #1e90ff.",
    "hostname.invalid": "{label} skal være et værtsnavn, for eksempel www.example.com.",
    "iban.checksum": "{label} er ikke et gyldigt IBAN-nummer: Kontrolcifrene passer ikke.",
    "iban.country": "{label} er et IBAN-nummer fra et land, der ikke er tilladt her.",
    "iban.invalid": "{label} skal være et IBAN-nummer, for eksempel GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "{label} skal indeholde en fil i Base64 eller som data:-URI.",
    "image.invalid": "{label} skal være et billede.",
    "image.notFound": "{label} nævner en fil, der ikke findes.",
    "image.outside": "{label} skal nævne en fil i filmappen.",
    "image.ratioTooLarge": """
    {label} må højst have et sideforhold (bredde til højde) på {maxRatio}; billedet er på {width} \
    × {height} pixels.
    """,
    "image.ratioTooSmall": """
    {label} skal have et sideforhold (bredde til højde) på mindst {minRatio}; billedet er på \
    {width} × {height} pixels.
    """,
    "image.tooHigh": """
    {label} må højst være {maxHeight, plural, one {# pixel} other {# pixels}} højt, ikke {height}.
    """,
    "image.tooLow": """
    {label} skal være mindst {minHeight, plural, one {# pixel} other {# pixels}} højt, ikke \
    {height}.
    """,
    "image.tooNarrow": """
    {label} skal være mindst {minWidth, plural, one {# pixel} other {# pixels}} bredt, ikke \
    {width}.
    """,
    "image.tooWide": """
    {label} må højst være {maxWidth, plural, one {# pixel} other {# pixels}} bredt, ikke {width}.
    """,
    "image.unreadable": "{label} nævner en fil, der ikke kan læses.",
    "imei.checksum": "{label} er ikke et gyldigt IMEI-nummer: Kontrolcifferet passer ikke.",
    "imei.invalid": "{label} skal være et IMEI-nummer på femten cifre.",
    "in.notListed": "{label} skal være en af disse værdier: {values}.",
    "integer.invalid": "{label} skal være et helt tal.",
    "integer.outOfRange": "{label} er for stort til et helt tal.",
    "ip.invalid": "{label} skal være en IP-adresse, for eksempel 192.0.2.1 eller 2001:db8::1.",
    "ip.network": "{label} er en IP-adresse i et net, der ikke er tilladt.",
    "ip.version": "{label} skal være en IPv{version}-adresse.",
    "isbn.checksum": "{label} er ikke et gyldigt ISBN: Kontrolcifferet passer ikke.",
    "isbn.invalid": "{label} skal være et ISBN, for eksempel 978-0-306-40615-7.",
    "isin.checksum": "{label} er ikke en gyldig ISIN-kode: Kontrolcifferet passer ikke.",
    "isin.invalid": "{label} skal være en ISIN-kode, for eksempel US0378331005.",
    "isoWeek.invalid": "{label} skal være en uge, for eksempel 2026-W05.",
    "issn.checksum": "{label} er ikke et gyldigt ISSN: Kontrolcifferet passer ikke.",
    "issn.invalid": "{label} skal være et ISSN, for eksempel 0378-5955.",
    "json.invalid": "{label} skal være JSON.",
    "json.kind": "{label} skal være JSON af denne slags: {kinds}.",
    "jwt.invalid": "{label} skal være et JSON Web Token.",
    "lacks.found": "{label} må ikke indeholde: {values}.",
    "languageCode.unknown": "{label} skal være en sprogkode, for eksempel {example}.",
    "latLong.invalid": "{label} skal være en bredde- og en længdegrad, for eksempel 52.5,13.4.",
    "latLong.range": """
    {label} ligger uden for jordkloden: {axis, select, longitude {Længdegraden} other \
    {Breddegraden}} er for stor.
    """,
    "length.different":
      "{label} skal have præcis \(counted("exact"))\(MessageTemplate.known("length", ", ikke {length}")).",
    "length.tooLong":
      "{label} må højst have \(counted("max"))\(MessageTemplate.known("length", ", ikke {length}")).",
    "length.tooShort":
      "{label} skal have mindst \(counted("min"))\(MessageTemplate.known("length", ", ikke {length}")).",
    "list.invalid": "{label} skal være en liste.",
    "locale.invalid": "{label} skal være et sprogmærke, for eksempel de-AT.",
    "lowercase": "{label} må ikke indeholde store bogstaver.",
    "luhn.checksum": "{label} er ikke rigtigt: Kontrolcifferet passer ikke.",
    "luhn.invalid": "{label} må kun indeholde cifre.",
    "mac.invalid": "{label} skal være en hardwareadresse, for eksempel 00:00:5E:00:53:01.",
    "mac.kind": "{label} er en hardwareadresse af en slags, der ikke er tilladt.",
    "media.encoding": "{label} skal indeholde en fil i Base64 eller som data:-URI.",
    "media.notFound": "{label} nævner en fil, der ikke findes.",
    "media.outside": "{label} skal nævne en fil i filmappen.",
    "media.unknown": "{label} skal være en fil af denne slags: {types}.",
    "media.unreadable": "{label} nævner en fil, der ikke kan læses.",
    "media.wrongType": "{label} skal være en fil af denne slags: {types}. Den er {found}.",
    "mime.invalid": "{label} skal være en medietype, for eksempel text/html.",
    "mime.type": "{label} skal være en af disse medietyper: {types}.",
    "multipleOf.isNot": """
    {label} skal være et multiplum af {step}{offset, plural, =0 {} other {, talt fra {offset}}}.
    """,
    "must.isFalse": "Denne betingelse skal være opfyldt: {condition}.",
    "not.satisfied": "{label} må ikke opfylde disse regler: {rules}.",
    "notEquals.same": "{label} må ikke være det samme som {to}.",
    "notIn.listed": "{label} må ikke være en af disse værdier: {values}.",
    "number.invalid": "{label} skal være et tal.",
    "number.outOfRange": "{label} er for stort til et tal.",
    "passwordStrength.tooWeak": "{label} skal være en stærkere adgangskode, mindst »{min}«.",
    "pattern.mismatch": "{label} skal passe til mønsteret {pattern}.",
    "pattern.tooComplex": "{label} er for langt eller for indviklet til at blive kontrolleret.",
    "paymentCard.invalid": "{label} skal være nummeret på et betalingskort.",
    "paymentCard.notAccepted": "{label} skal være nummeret på et af disse kort: {types}.",
    "phone.invalid":
      "{label} skal være et telefonnummer{country, plural, =0 {} other { ({country})}}.",
    "phone.type":
      "{label} skal være et {type, select, mobile {mobilnummer} other {fastnetnummer}}.",
    "port.invalid": "{label} skal være et portnummer fra 0 til 65535.",
    "port.range": "{label} skal være en port fra {min} til {max}.",
    "postcode.invalid":
      "{label} skal være et postnummer{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "{label} skal være et beløb, for eksempel 12.50.",
    "range.notAbove":
      "{label} skal {kind, select, time {ligge efter} other {være større end}} {minExclusive}.",
    "range.notBelow":
      "{label} skal {kind, select, time {ligge før} other {være mindre end}} {maxExclusive}.",
    "range.tooLarge":
      "{label} må {kind, select, time {ikke ligge efter} other {højst være}} {max}.",
    "range.tooSmall":
      "{label} {kind, select, time {må ikke ligge før} other {skal være mindst}} {min}.",
    "remote.refused": "{label} blev afvist af en kontrol på nettet.",
    "remote.unavailable": "{label} kunne ikke kontrolleres: Tjenesten svarede ikke.",
    "required": "{label} skal udfyldes.",
    "semver.invalid": "{label} skal være en version, for eksempel 1.4.0 eller 2.0.0-rc.1.",
    "semver.part": """
    {label} skal være en version uden {part, select, build {build-oplysninger} other \
    {forhåndsbetegnelse}}.
    """,
    "slug.invalid": "{label} skal være et kort navn til webadresser, for eksempel min-side.",
    "startsWith": "{label} skal begynde med en af disse tekster: {values}.",
    "text.invalid": "{label} skal være en enkelt værdi.",
    "time.form": "{label} skal være et klokkeslæt, for eksempel {example}.",
    "time.invalid": "{label} skal være et klokkeslæt i formatet TT:MM eller TT:MM:SS.",
    "trimmed": "{label} må ikke begynde eller slutte med et mellemrum.",
    "true.isFalse": "Der skal svares ja til {label}.",
    "ulid.invalid": "{label} skal være et ULID, for eksempel 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: En tidligere post har {fields, plural, one {den samme værdi} other {de samme \
    værdier}}.
    """,
    "unique.stored": """
    {fields}: En gemt post har {fields, plural, one {den samme værdi} other {de samme værdier}}.
    """,
    "uppercase": "{label} må ikke indeholde små bogstaver.",
    "url.host": "{label} er en webadresse på en vært, der ikke er tilladt.",
    "url.invalid": "{label} skal være en webadresse, for eksempel https://www.example.com/.",
    "url.part": """
    {label} skal være en webadresse {part, select, userinfo {uden brugernavn} port {uden port} \
    missingPort {med port} query {uden forespørgsel} other {uden fragment}}.
    """,
    "url.scheme":
      "{label} skal være en webadresse, der begynder med et af disse skemaer: {schemes}.",
    "uuid.invalid": "{label} skal være et UUID, for eksempel f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "{label} skal være et UUID af en af disse versioner: {versions}.",
    "vat.checksum": "{label} er ikke et gyldigt momsnummer: Kontrolcifrene passer ikke.",
    "vat.invalid": "{label} skal være et momsnummer fra et af disse lande: {countries}.",

    "csv.tooFewFields":
      "Posten har {found, plural, one {# felt} other {# felter}}, der skal være {expected}.",
    "csv.tooManyFields":
      "Posten har {found, plural, one {# felt} other {# felter}}, der skal kun være {expected}.",
    "csv.strayQuote": """
    Her står et anførselstegn, hvor der ikke må stå et: Sæt hele cellen i anførselstegn, og skriv \
    dem inde i den dobbelt.
    """,
    "csv.unterminatedQuote": "Her begynder et anførselstegn, som aldrig slutter.",
    "csv.encoding": "Bytene er ikke tekst i filens tegnkodning.",
    "csv.nul": "Der er en NUL-byte i posten.",
    "csv.tooLong": "Posten er længere, end en post må være.",
    "json.syntax": "Linjen er ikke JSON.",
    "json.duplicateKey": "En nøgle står to gange i objektet.",
    "json.tooDeep": "JSON-dataene er indlejret for dybt.",
    "json.notAnObject": "Linjen er JSON, men ikke et objekt.",
    "json.tooManyKeys": "Objektet har en ny nøgle, og der er allerede for mange kolonner.",

    "list.or": " eller ",
    "list.separator": ", ",
    "term.record": "Posten",
    "term.readable": "Posten kan læses.",
    "term.now": "nu",
    "term.today": "i dag",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "ÅÅÅÅ-MM-DD",
    "term.character": "tegn",
    "term.scalar": "kodepunkter",
    "term.utf16": "UTF-16-enheder",
    "term.utf8": "byte",
    "term.item": "elementer",
    "term.digit": "cifre",
    "term.letter": "bogstaver",
    "term.upper": "store bogstaver",
    "term.lower": "små bogstaver",
    "term.alphanumeric": "bogstaver og cifre",
    "term.space": "mellemrum",
    "term.symbol": "symboler",
    "term.punctuation": "skilletegn",
    "term.control": "kontroltegn",
    "term.ascii": "ASCII-tegn",
    "term.object": "objekt",
    "term.array": "array",
    "term.string": "streng",
    "term.number": "tal",
    "term.boolean": "sand eller falsk",
    "term.null": "null",
    "term.image": "billede",
    "term.video": "video",
    "term.audio": "lyd",
    "term.archive": "arkiv",
    "term.document": "dokument",
    "term.text": "tekst",
    "term.font": "skrifttype",
    "term.executable": "program",
    "term.veryWeak": "meget svag",
    "term.weak": "svag",
    "term.medium": "middelstærk",
    "term.strong": "stærk",
    "term.veryStrong": "meget stærk",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# tegn} other {# tegn}",
      scalar: "one {# kodepunkt} other {# kodepunkter}",
      utf16: "one {# UTF-16-enhed} other {# UTF-16-enheder}",
      utf8: "one {# byte} other {# byte}",
      item: "one {# element} other {# elementer}")
  }
}
