extension MessageCatalogue {
  /// Swedish.
  static let swedish: [String: String] = [
    "after.before": "{label} får inte vara före {date}.",
    "after.notAfter": "{label} måste vara efter {date}.",
    "alpha.other": "{label} får bara innehålla bokstäver.",
    "alphanumeric.other": "{label} får bara innehålla bokstäver och siffror.",
    "any.none": "{label} måste uppfylla minst en av dessa regler: {rules}.",
    "ascii.control": "{label} får inte innehålla styrtecken.",
    "ascii.other": "{label} får bara innehålla ASCII-tecken.",
    "base32.invalid": "{label} måste vara kodat i Base32.",
    "base64.invalid": "{label} måste vara kodat i Base64.",
    "before.after": "{label} får inte vara efter {date}.",
    "before.notBefore": "{label} måste vara före {date}.",
    "between.outside": "{label} måste vara mellan {from} och {to}.",
    "bic.country": "{label} är en BIC från ett land som inte är tillåtet här.",
    "bic.invalid": "{label} måste vara en BIC, till exempel DEUTDEFF eller DEUTDEFF500.",
    "blank": "{label} måste lämnas tomt.",
    "boolean.invalid": "{label} måste vara något av dessa värden: {words}.",
    "byteSize.encoding": "{label} måste innehålla en fil i Base64 eller som data:-URI.",
    "byteSize.notFound": "{label} anger en fil som inte finns.",
    "byteSize.outside": "{label} måste ange en fil i filmappen.",
    "byteSize.tooLarge":
      "{label} får vara högst {max, plural, one {# byte} other {# byte}} stort, inte {size}.",
    "byteSize.tooSmall":
      "{label} måste vara minst {min, plural, one {# byte} other {# byte}} stort, inte {size}.",
    "byteSize.unreadable": "{label} anger en fil som inte kan läsas.",
    "cardExpiry.expired": "{label} har passerats: Kortet har gått ut.",
    "cardExpiry.invalid": "{label} måste vara en månad i formatet {format}.",
    "cardExpiry.tooFar":
      "{label} ligger mer än {years, plural, one {# år} other {# år}} framåt i tiden.",
    "characters.forbidden": "{label} får inte innehålla: {set}.",
    "characters.notAllowed": "{label} får bara innehålla: {set}.",
    "characters.tooFew": """
    {label} måste innehålla minst {min, plural, one {# tecken} other {# tecken}} av det här \
    slaget: {set}.
    """,
    "characters.tooMany": """
    {label} får innehålla högst {max, plural, one {# tecken} other {# tecken}} av det här slaget: \
    {set}.
    """,
    "cidr.hostBits": "{label} måste vara adressen till ett nät: Bitar är satta efter prefixet.",
    "cidr.invalid": "{label} måste vara ett block av IP-adresser, till exempel 192.0.2.0/24.",
    "cidr.prefix": "{label} måste ha ett prefix på {minPrefix} till {maxPrefix} bitar.",
    "cidr.version": "{label} måste vara ett block av IPv{version}-adresser.",
    "color.invalid": "{label} måste vara en färg, till exempel #1e90ff.",
    "contains.missing": "{label} måste innehålla: {values}.",
    "countryCode.unknown": "{label} måste vara en landskod, till exempel {example}.",
    "currencyCode.unknown": "{label} måste vara en valutakod, till exempel {example}.",
    "custom.failed": "{label} uppfyller inte kravet {name}.",
    "date.form": "{label} måste vara ett datum i formatet {formats}.",
    "date.invalid": "{label} måste vara ett datum i formatet {format}.",
    "dateTime.invalid": "{label} måste vara ett datum med klockslag, till exempel {example}.",
    "datetime.invalid":
      "{label} måste vara ett datum med klockslag, till exempel 2026-01-31T09:30:00Z.",
    "decimal.invalid": "{label} måste vara ett decimaltal.",
    "decimal.outOfRange": "{label} har fler än 38 siffror.",
    "decimal.tooFewDecimals":
      "{label} måste ha minst {minScale, plural, one {# decimal} other {# decimaler}}.",
    "decimal.tooManyDecimals": """
    {label} {scale, plural, =0 {måste vara ett heltal} one {får ha högst # decimal} other {får ha \
    högst # decimaler}}.
    """,
    "decimal.tooManyDigits": "{label} har för många siffror.",
    "domain.invalid": "{label} måste vara ett domännamn, till exempel example.com.",
    "domain.notTopLevel":
      "{label} får inte vara en domän med någon av dessa ändelser: {notTopLevels}.",
    "domain.topLevel": "{label} måste vara en domän med någon av dessa ändelser: {topLevels}.",
    "duration.invalid": "{label} måste vara en tidslängd, till exempel P1DT12H.",
    "ean.checksum": "{label} är inte rätt: Kontrollsiffran stämmer inte.",
    "ean.invalid": "{label} måste vara ett nummer med {lengths} siffror.",
    "email.host": "{label} är en e-postadress på en värd som inte är tillåten.",
    "email.invalid": "{label} måste vara en e-postadress, till exempel ana@example.com.",
    "emoji.found": "{label} får inte innehålla emojier.",
    "emoji.none": "{label} måste innehålla en emoji.",
    "emoji.other": "{label} får bara innehålla emojier.",
    "endsWith": "{label} måste sluta med någon av dessa texter: {values}.",
    "equals.different": "{label} måste vara samma som {to}.",
    "exists.notFound": "{label} måste finnas i {reference}.",
    "exists.unavailable": "{label} kunde inte slås upp: {reference} är inte tillgänglig.",
    "false.isTrue": "{label} måste besvaras med nej.",
    "file.invalid": "{label} måste vara en fil.",
    "geoCoordinate.invalid": "{label} måste vara en koordinat i grader, till exempel 52.5163.",
    "geoCoordinate.range": "{label} måste vara mellan -{limit} och {limit} grader.",
    "hash.invalid": "{label} måste vara ett hexadecimalt hashvärde ({algorithm}).",
    "hex.invalid": "{label} får bara innehålla hexadecimala siffror.",
    "hex.length": "{label} har inte rätt antal hexadecimala siffror.",
    "hexColor.invalid": "{label} måste vara en hexadecimal färg, till exempel #1e90ff.",
    "hostname.invalid": "{label} måste vara ett värdnamn, till exempel www.example.com.",
    "iban.checksum": "{label} är inte ett giltigt IBAN-nummer: Kontrollsiffrorna stämmer inte.",
    "iban.country": "{label} är ett IBAN-nummer från ett land som inte är tillåtet här.",
    "iban.invalid": "{label} måste vara ett IBAN-nummer, till exempel GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "{label} måste innehålla en fil i Base64 eller som data:-URI.",
    "image.invalid": "{label} måste vara en bild.",
    "image.notFound": "{label} anger en fil som inte finns.",
    "image.outside": "{label} måste ange en fil i filmappen.",
    "image.ratioTooLarge": """
    {label} får ha ett bildförhållande (bredd genom höjd) på högst {maxRatio}; bilden har {width} \
    × {height} pixlar.
    """,
    "image.ratioTooSmall": """
    {label} måste ha ett bildförhållande (bredd genom höjd) på minst {minRatio}; bilden har \
    {width} × {height} pixlar.
    """,
    "image.tooHigh": """
    {label} får vara högst {maxHeight, plural, one {# pixel} other {# pixlar}} på höjden, inte \
    {height}.
    """,
    "image.tooLow": """
    {label} måste vara minst {minHeight, plural, one {# pixel} other {# pixlar}} på höjden, inte \
    {height}.
    """,
    "image.tooNarrow": """
    {label} måste vara minst {minWidth, plural, one {# pixel} other {# pixlar}} på bredden, inte \
    {width}.
    """,
    "image.tooWide": """
    {label} får vara högst {maxWidth, plural, one {# pixel} other {# pixlar}} på bredden, inte \
    {width}.
    """,
    "image.unreadable": "{label} anger en fil som inte kan läsas.",
    "imei.checksum": "{label} är inte ett giltigt IMEI-nummer: Kontrollsiffran stämmer inte.",
    "imei.invalid": "{label} måste vara ett IMEI-nummer med femton siffror.",
    "in.notListed": "{label} måste vara något av dessa värden: {values}.",
    "integer.invalid": "{label} måste vara ett heltal.",
    "integer.outOfRange": "{label} är för stort för ett heltal.",
    "ip.invalid": "{label} måste vara en IP-adress, till exempel 192.0.2.1 eller 2001:db8::1.",
    "ip.network": "{label} är en IP-adress i ett nät som inte är tillåtet.",
    "ip.version": "{label} måste vara en IPv{version}-adress.",
    "isbn.checksum": "{label} är inte ett giltigt ISBN: Kontrollsiffran stämmer inte.",
    "isbn.invalid": "{label} måste vara ett ISBN, till exempel 978-0-306-40615-7.",
    "isin.checksum": "{label} är inte en giltig ISIN-kod: Kontrollsiffran stämmer inte.",
    "isin.invalid": "{label} måste vara en ISIN-kod, till exempel US0378331005.",
    "isoWeek.invalid": "{label} måste vara en vecka, till exempel 2026-W05.",
    "issn.checksum": "{label} är inte ett giltigt ISSN: Kontrollsiffran stämmer inte.",
    "issn.invalid": "{label} måste vara ett ISSN, till exempel 0378-5955.",
    "json.invalid": "{label} måste vara JSON.",
    "json.kind": "{label} måste vara JSON av det här slaget: {kinds}.",
    "jwt.invalid": "{label} måste vara en JSON Web Token.",
    "lacks.found": "{label} får inte innehålla: {values}.",
    "languageCode.unknown": "{label} måste vara en språkkod, till exempel {example}.",
    "latLong.invalid": "{label} måste vara en latitud och en longitud, till exempel 52.5,13.4.",
    "latLong.range": """
    {label} är en plats utanför jordklotet: {axis, select, longitude {Longituden} other \
    {Latituden}} är för stor.
    """,
    "length.different":
      "{label} måste ha exakt \(counted("exact"))\(MessageTemplate.known("length", ", inte {length}")).",
    "length.tooLong":
      "{label} får ha högst \(counted("max"))\(MessageTemplate.known("length", ", inte {length}")).",
    "length.tooShort":
      "{label} måste ha minst \(counted("min"))\(MessageTemplate.known("length", ", inte {length}")).",
    "list.invalid": "{label} måste vara en lista.",
    "locale.invalid": "{label} måste vara en språktagg, till exempel de-AT.",
    "lowercase": "{label} får inte innehålla stora bokstäver.",
    "luhn.checksum": "{label} är inte rätt: Kontrollsiffran stämmer inte.",
    "luhn.invalid": "{label} får bara innehålla siffror.",
    "mac.invalid": "{label} måste vara en maskinvaruadress, till exempel 00:00:5E:00:53:01.",
    "mac.kind": "{label} är en maskinvaruadress av ett slag som inte är tillåtet.",
    "media.encoding": "{label} måste innehålla en fil i Base64 eller som data:-URI.",
    "media.notFound": "{label} anger en fil som inte finns.",
    "media.outside": "{label} måste ange en fil i filmappen.",
    "media.unknown": "{label} måste vara en fil av det här slaget: {types}.",
    "media.unreadable": "{label} anger en fil som inte kan läsas.",
    "media.wrongType": "{label} måste vara en fil av det här slaget: {types}. Den är {found}.",
    "mime.invalid": "{label} måste vara en medietyp, till exempel text/html.",
    "mime.type": "{label} måste vara någon av dessa medietyper: {types}.",
    "multipleOf.isNot": """
    {label} måste vara en multipel av {step}{offset, plural, =0 {} other {, räknat från {offset}}}.
    """,
    "must.isFalse": "Det här villkoret måste vara uppfyllt: {condition}.",
    "not.satisfied": "{label} får inte uppfylla dessa regler: {rules}.",
    "notEquals.same": "{label} får inte vara samma som {to}.",
    "notIn.listed": "{label} får inte vara något av dessa värden: {values}.",
    "number.invalid": "{label} måste vara ett tal.",
    "number.outOfRange": "{label} är för stort för ett tal.",
    "passwordStrength.tooWeak": "{label} måste vara ett starkare lösenord, minst ”{min}”.",
    "pattern.mismatch": "{label} måste stämma med mönstret {pattern}.",
    "pattern.tooComplex": "{label} är för långt eller för invecklat för att kontrolleras.",
    "paymentCard.invalid": "{label} måste vara numret på ett betalkort.",
    "paymentCard.notAccepted": "{label} måste vara numret på något av dessa kort: {types}.",
    "phone.invalid":
      "{label} måste vara ett telefonnummer{country, plural, =0 {} other { ({country})}}.",
    "phone.type":
      "{label} måste vara ett {type, select, mobile {mobilnummer} other {fast telefonnummer}}.",
    "port.invalid": "{label} måste vara ett portnummer från 0 till 65535.",
    "port.range": "{label} måste vara en port från {min} till {max}.",
    "postcode.invalid":
      "{label} måste vara ett postnummer{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "{label} måste vara ett belopp, till exempel 12.50.",
    "range.notAbove":
      "{label} måste vara {kind, select, time {efter} other {större än}} {minExclusive}.",
    "range.notBelow":
      "{label} måste vara {kind, select, time {före} other {mindre än}} {maxExclusive}.",
    "range.tooLarge":
      "{label} får {kind, select, time {inte vara efter} other {vara högst}} {max}.",
    "range.tooSmall":
      "{label} {kind, select, time {får inte vara före} other {måste vara minst}} {min}.",
    "remote.refused": "{label} avvisades av en kontroll på nätet.",
    "remote.unavailable": "{label} kunde inte kontrolleras: Tjänsten svarade inte.",
    "required": "{label} måste fyllas i.",
    "semver.invalid": "{label} måste vara en version, till exempel 1.4.0 eller 2.0.0-rc.1.",
    "semver.part": """
    {label} måste vara en version utan {part, select, build {byggmetadata} other \
    {förhandsbeteckning}}.
    """,
    "slug.invalid": "{label} måste vara ett kortnamn för webbadresser, till exempel min-sida.",
    "startsWith": "{label} måste börja med någon av dessa texter: {values}.",
    "text.invalid": "{label} måste vara ett enda värde.",
    "time.form": "{label} måste vara ett klockslag, till exempel {example}.",
    "time.invalid": "{label} måste vara ett klockslag i formatet TT:MM eller TT:MM:SS.",
    "trimmed": "{label} får inte börja eller sluta med blanksteg.",
    "true.isFalse": "{label} måste besvaras med ja.",
    "ulid.invalid": "{label} måste vara ett ULID, till exempel 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated":
      "{fields}: En tidigare post har {fields, plural, one {samma värde} other {samma värden}}.",
    "unique.stored":
      "{fields}: En sparad post har {fields, plural, one {samma värde} other {samma värden}}.",
    "uppercase": "{label} får inte innehålla små bokstäver.",
    "url.host": "{label} är en webbadress på en värd som inte är tillåten.",
    "url.invalid": "{label} måste vara en webbadress, till exempel https://www.example.com/.",
    "url.part": """
    {label} måste vara en webbadress {part, select, userinfo {utan användarnamn} port {utan port} \
    missingPort {med port} query {utan frågedel} other {utan fragment}}.
    """,
    "url.scheme":
      "{label} måste vara en webbadress som börjar med något av dessa scheman: {schemes}.",
    "uuid.invalid":
      "{label} måste vara ett UUID, till exempel f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "{label} måste vara ett UUID av någon av dessa versioner: {versions}.",
    "vat.checksum":
      "{label} är inte ett giltigt momsregistreringsnummer: Kontrollsiffrorna stämmer inte.",
    "vat.invalid":
      "{label} måste vara ett momsregistreringsnummer från något av dessa länder: {countries}.",

    "csv.tooFewFields":
      "Posten har {found, plural, one {# fält} other {# fält}}, det ska vara {expected}.",
    "csv.tooManyFields":
      "Posten har {found, plural, one {# fält} other {# fält}}, det ska bara vara {expected}.",
    "csv.strayQuote": """
    Här står ett citattecken där det inte får stå något: Sätt hela cellen inom citattecken och \
    skriv dem inne i den dubbelt.
    """,
    "csv.unterminatedQuote": "Här börjar ett citattecken som aldrig slutar.",
    "csv.encoding": "Innehållet är inte text i filens teckenkodning.",
    "csv.nul": "Det finns en NUL-byte i posten.",
    "csv.tooLong": "Posten är längre än en post får vara.",
    "json.syntax": "Raden är inte JSON.",
    "json.duplicateKey": "En nyckel står två gånger i objektet.",
    "json.tooDeep": "JSON-strukturen är för djup.",
    "json.notAnObject": "Raden är JSON, men inte ett objekt.",
    "json.tooManyKeys": "Objektet har en ny nyckel, och det finns redan för många kolumner.",

    "list.or": " eller ",
    "list.separator": ", ",
    "term.record": "Posten",
    "term.readable": "Posten kan läsas.",
    "term.now": "nu",
    "term.today": "i dag",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "ÅÅÅÅ-MM-DD",
    "term.character": "tecken",
    "term.scalar": "kodpunkter",
    "term.utf16": "UTF-16-enheter",
    "term.utf8": "byte",
    "term.item": "element",
    "term.digit": "siffror",
    "term.letter": "bokstäver",
    "term.upper": "stora bokstäver",
    "term.lower": "små bokstäver",
    "term.alphanumeric": "bokstäver och siffror",
    "term.space": "blanksteg",
    "term.symbol": "symboler",
    "term.punctuation": "skiljetecken",
    "term.control": "styrtecken",
    "term.ascii": "ASCII-tecken",
    "term.object": "objekt",
    "term.array": "lista",
    "term.string": "sträng",
    "term.number": "tal",
    "term.boolean": "sant eller falskt",
    "term.null": "null",
    "term.image": "bild",
    "term.video": "video",
    "term.audio": "ljud",
    "term.archive": "arkiv",
    "term.document": "dokument",
    "term.text": "text",
    "term.font": "typsnitt",
    "term.executable": "program",
    "term.veryWeak": "mycket svagt",
    "term.weak": "svagt",
    "term.medium": "medelstarkt",
    "term.strong": "starkt",
    "term.veryStrong": "mycket starkt",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# tecken} other {# tecken}",
      scalar: "one {# kodpunkt} other {# kodpunkter}",
      utf16: "one {# UTF-16-enhet} other {# UTF-16-enheter}",
      utf8: "one {# byte} other {# byte}",
      item: "one {# element} other {# element}")
  }
}
