extension MessageCatalogue {
  /// Spanish. `El campo` makes agreement independent of the label.
  static let spanish: [String: String] = [
    "after.before": "El campo {label} no debe ser anterior a {date}.",
    "after.notAfter": "El campo {label} debe ser posterior a {date}.",
    "alpha.other": "El campo {label} solo puede contener letras.",
    "alphanumeric.other": "El campo {label} solo puede contener letras y cifras.",
    "any.none": "El campo {label} debe cumplir al menos una de estas reglas: {rules}.",
    "ascii.control": "El campo {label} no debe contener caracteres de control.",
    "ascii.other": "El campo {label} solo puede contener caracteres ASCII.",
    "base32.invalid": "El campo {label} debe estar codificado en Base32.",
    "base64.invalid": "El campo {label} debe estar codificado en Base64.",
    "before.after": "El campo {label} no debe ser posterior a {date}.",
    "before.notBefore": "El campo {label} debe ser anterior a {date}.",
    "between.outside": "El campo {label} debe estar entre {from} y {to}.",
    "bic.country": "El campo {label} contiene un BIC de un país que no se admite aquí.",
    "bic.invalid": "El campo {label} debe ser un BIC, por ejemplo DEUTDEFF o DEUTDEFF500.",
    "blank": "El campo {label} debe quedar vacío.",
    "boolean.invalid": "El campo {label} debe tener uno de estos valores: {words}.",
    "byteSize.encoding": "El campo {label} debe contener un archivo en Base64 o como URI data:.",
    "byteSize.notFound": "El campo {label} indica un archivo que no existe.",
    "byteSize.outside": "El campo {label} debe indicar un archivo de la carpeta de archivos.",
    "byteSize.tooLarge": """
    El campo {label} debe ocupar como máximo {max, plural, one {# byte} many {# de bytes} other {# \
    bytes}}, no {size}.
    """,
    "byteSize.tooSmall": """
    El campo {label} debe ocupar al menos {min, plural, one {# byte} many {# de bytes} other {# \
    bytes}}, no {size}.
    """,
    "byteSize.unreadable": "El campo {label} indica un archivo que no se puede leer.",
    "cardExpiry.expired": "El campo {label} indica una fecha pasada: la tarjeta ha caducado.",
    "cardExpiry.invalid": "El campo {label} debe ser un mes con el formato {format}.",
    "cardExpiry.tooFar": """
    El campo {label} indica una fecha a más de {years, plural, one {# año} many {# de años} other \
    {# años}} en el futuro.
    """,
    "characters.forbidden": "El campo {label} no debe contener: {set}.",
    "characters.notAllowed": "El campo {label} solo puede contener: {set}.",
    "characters.tooFew": """
    El campo {label} debe contener al menos {min, plural, one {# carácter} many {# de caracteres} \
    other {# caracteres}} de este tipo: {set}.
    """,
    "characters.tooMany": """
    El campo {label} debe contener como máximo {max, plural, one {# carácter} many {# de \
    caracteres} other {# caracteres}} de este tipo: {set}.
    """,
    "cidr.hostBits":
      "El campo {label} debe ser la dirección de una red: hay bits a 1 después del prefijo.",
    "cidr.invalid":
      "El campo {label} debe ser un bloque de direcciones IP, por ejemplo 192.0.2.0/24.",
    "cidr.prefix": "El campo {label} debe tener un prefijo de {minPrefix} a {maxPrefix} bits.",
    "cidr.version": "El campo {label} debe ser un bloque de direcciones IPv{version}.",
    "color.invalid": "El campo {label} debe ser un color, por ejemplo #1e90ff.",
    "contains.missing": "El campo {label} debe contener: {values}.",
    "countryCode.unknown": "El campo {label} debe ser el código de un país, por ejemplo {example}.",
    "currencyCode.unknown":
      "El campo {label} debe ser el código de una moneda, por ejemplo {example}.",
    "custom.failed": "El campo {label} no supera la comprobación {name}.",
    "date.form": "El campo {label} debe ser una fecha con el formato {formats}.",
    "date.invalid": "El campo {label} debe ser una fecha con el formato {format}.",
    "dateTime.invalid": "El campo {label} debe ser una fecha con hora, por ejemplo {example}.",
    "datetime.invalid":
      "El campo {label} debe ser una fecha con hora, por ejemplo 2026-01-31T09:30:00Z.",
    "decimal.invalid": "El campo {label} debe ser un número decimal.",
    "decimal.outOfRange": "El campo {label} tiene más de 38 cifras.",
    "decimal.tooFewDecimals": """
    El campo {label} debe tener al menos {minScale, plural, one {# decimal} many {# de decimales} \
    other {# decimales}}.
    """,
    "decimal.tooManyDecimals": """
    El campo {label} debe {scale, plural, =0 {ser un número entero} one {tener como máximo # \
    decimal} many {tener como máximo # de decimales} other {tener como máximo # decimales}}.
    """,
    "decimal.tooManyDigits": "El campo {label} tiene demasiadas cifras.",
    "domain.invalid": "El campo {label} debe ser un nombre de dominio, por ejemplo example.com.",
    "domain.notTopLevel":
      "El campo {label} no debe ser un dominio con una de estas extensiones: {notTopLevels}.",
    "domain.topLevel":
      "El campo {label} debe ser un dominio con una de estas extensiones: {topLevels}.",
    "duration.invalid": "El campo {label} debe ser una duración, por ejemplo P1DT12H.",
    "ean.checksum": "El campo {label} no es correcto: el dígito de control no coincide.",
    "ean.invalid": "El campo {label} debe ser un número de {lengths} cifras.",
    "email.host": "El campo {label} contiene una dirección de correo de un host que no se admite.",
    "email.invalid":
      "El campo {label} debe ser una dirección de correo electrónico, por ejemplo ana@example.com.",
    "emoji.found": "El campo {label} no debe contener emojis.",
    "emoji.none": "El campo {label} debe contener un emoji.",
    "emoji.other": "El campo {label} solo puede contener emojis.",
    "endsWith": "El campo {label} debe terminar con uno de estos textos: {values}.",
    "equals.different": "El campo {label} debe ser igual a {to}.",
    "exists.notFound": "El campo {label} debe figurar en {reference}.",
    "exists.unavailable":
      "No se ha podido comprobar el campo {label}: {reference} no está disponible.",
    "false.isTrue": "La respuesta al campo {label} debe ser no.",
    "file.invalid": "El campo {label} debe ser un archivo.",
    "geoCoordinate.invalid":
      "El campo {label} debe ser una coordenada en grados, por ejemplo 52.5163.",
    "geoCoordinate.range": "El campo {label} debe estar entre -{limit} y {limit} grados.",
    "hash.invalid": "El campo {label} debe ser un resumen hexadecimal ({algorithm}).",
    "hex.invalid": "El campo {label} solo puede contener cifras hexadecimales.",
    "hex.length": "El campo {label} no tiene el número correcto de cifras hexadecimales.",
    "hexColor.invalid": "El campo {label} debe ser un color hexadecimal, por ejemplo #1e90ff.",
    "hostname.invalid": "El campo {label} debe ser un nombre de host, por ejemplo www.example.com.",
    "iban.checksum": "El campo {label} no es un IBAN válido: los dígitos de control no coinciden.",
    "iban.country": "El campo {label} contiene un IBAN de un país que no se admite aquí.",
    "iban.invalid": "El campo {label} debe ser un IBAN, por ejemplo GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "El campo {label} debe contener un archivo en Base64 o como URI data:.",
    "image.invalid": "El campo {label} debe ser una imagen.",
    "image.notFound": "El campo {label} indica un archivo que no existe.",
    "image.outside": "El campo {label} debe indicar un archivo de la carpeta de archivos.",
    "image.ratioTooLarge": """
    El campo {label} debe ser una imagen cuya relación entre ancho y alto sea como máximo \
    {maxRatio}; mide {width} × {height} píxeles.
    """,
    "image.ratioTooSmall": """
    El campo {label} debe ser una imagen cuya relación entre ancho y alto sea al menos {minRatio}; \
    mide {width} × {height} píxeles.
    """,
    "image.tooHigh": """
    La imagen del campo {label} debe medir como máximo {maxHeight, plural, one {# píxel} many {# \
    de píxeles} other {# píxeles}} de alto, no {height}.
    """,
    "image.tooLow": """
    La imagen del campo {label} debe medir al menos {minHeight, plural, one {# píxel} many {# de \
    píxeles} other {# píxeles}} de alto, no {height}.
    """,
    "image.tooNarrow": """
    La imagen del campo {label} debe medir al menos {minWidth, plural, one {# píxel} many {# de \
    píxeles} other {# píxeles}} de ancho, no {width}.
    """,
    "image.tooWide": """
    La imagen del campo {label} debe medir como máximo {maxWidth, plural, one {# píxel} many {# de \
    píxeles} other {# píxeles}} de ancho, no {width}.
    """,
    "image.unreadable": "El campo {label} indica un archivo que no se puede leer.",
    "imei.checksum": "El campo {label} no es un IMEI válido: el dígito de control no coincide.",
    "imei.invalid": "El campo {label} debe ser un IMEI de quince cifras.",
    "in.notListed": "El campo {label} debe tener uno de estos valores: {values}.",
    "integer.invalid": "El campo {label} debe ser un número entero.",
    "integer.outOfRange": "El campo {label} es demasiado grande para un número entero.",
    "ip.invalid":
      "El campo {label} debe ser una dirección IP, por ejemplo 192.0.2.1 o 2001:db8::1.",
    "ip.network": "El campo {label} contiene una dirección IP de una red que no se admite.",
    "ip.version": "El campo {label} debe ser una dirección IPv{version}.",
    "isbn.checksum": "El campo {label} no es un ISBN válido: el dígito de control no coincide.",
    "isbn.invalid": "El campo {label} debe ser un ISBN, por ejemplo 978-0-306-40615-7.",
    "isin.checksum":
      "El campo {label} no es un código ISIN válido: el dígito de control no coincide.",
    "isin.invalid": "El campo {label} debe ser un código ISIN, por ejemplo US0378331005.",
    "isoWeek.invalid": "El campo {label} debe ser una semana, por ejemplo 2026-W05.",
    "issn.checksum": "El campo {label} no es un ISSN válido: el dígito de control no coincide.",
    "issn.invalid": "El campo {label} debe ser un ISSN, por ejemplo 0378-5955.",
    "json.invalid": "El campo {label} debe ser JSON.",
    "json.kind": "El campo {label} debe ser JSON de este tipo: {kinds}.",
    "jwt.invalid": "El campo {label} debe ser un JSON Web Token.",
    "lacks.found": "El campo {label} no debe contener: {values}.",
    "languageCode.unknown":
      "El campo {label} debe ser el código de un idioma, por ejemplo {example}.",
    "latLong.invalid":
      "El campo {label} debe ser una latitud y una longitud, por ejemplo 52.5,13.4.",
    "latLong.range": """
    El campo {label} indica un lugar fuera de la Tierra: la {axis, select, longitude {longitud} \
    other {latitud}} es demasiado grande.
    """,
    "length.different":
      "El campo {label} debe tener exactamente \(counted("exact"))\(MessageTemplate.known("length", ", no {length}")).",
    "length.tooLong":
      "El campo {label} debe tener como máximo \(counted("max"))\(MessageTemplate.known("length", ", no {length}")).",
    "length.tooShort":
      "El campo {label} debe tener al menos \(counted("min"))\(MessageTemplate.known("length", ", no {length}")).",
    "list.invalid": "El campo {label} debe ser una lista.",
    "locale.invalid": "El campo {label} debe ser una etiqueta de idioma, por ejemplo de-AT.",
    "lowercase": "El campo {label} no debe contener mayúsculas.",
    "luhn.checksum": "El campo {label} no es correcto: el dígito de control no coincide.",
    "luhn.invalid": "El campo {label} solo puede contener cifras.",
    "mac.invalid":
      "El campo {label} debe ser una dirección de hardware, por ejemplo 00:00:5E:00:53:01.",
    "mac.kind": "El campo {label} contiene una dirección de hardware de un tipo que no se admite.",
    "media.encoding": "El campo {label} debe contener un archivo en Base64 o como URI data:.",
    "media.notFound": "El campo {label} indica un archivo que no existe.",
    "media.outside": "El campo {label} debe indicar un archivo de la carpeta de archivos.",
    "media.unknown": "El campo {label} debe ser un archivo de este tipo: {types}.",
    "media.unreadable": "El campo {label} indica un archivo que no se puede leer.",
    "media.wrongType":
      "El campo {label} debe ser un archivo de este tipo: {types}. Es de tipo {found}.",
    "mime.invalid": "El campo {label} debe ser un tipo de medio, por ejemplo text/html.",
    "mime.type": "El campo {label} debe ser uno de estos tipos de medio: {types}.",
    "multipleOf.isNot": """
    El campo {label} debe ser un múltiplo de {step}{offset, plural, =0 {} other {, contando desde \
    {offset}}}.
    """,
    "must.isFalse": "Debe cumplirse esta condición: {condition}.",
    "not.satisfied": "El campo {label} no debe cumplir estas reglas: {rules}.",
    "notEquals.same": "El campo {label} no debe ser igual a {to}.",
    "notIn.listed": "El campo {label} no debe tener ninguno de estos valores: {values}.",
    "number.invalid": "El campo {label} debe ser un número.",
    "number.outOfRange": "El campo {label} es un número demasiado grande.",
    "passwordStrength.tooWeak":
      "El campo {label} debe ser una contraseña más segura, como mínimo «{min}».",
    "pattern.mismatch": "El campo {label} debe ajustarse al patrón {pattern}.",
    "pattern.tooComplex": "El campo {label} es demasiado largo o complejo para comprobarlo.",
    "paymentCard.invalid": "El campo {label} debe ser el número de una tarjeta de pago.",
    "paymentCard.notAccepted":
      "El campo {label} debe ser el número de una de estas tarjetas: {types}.",
    "phone.invalid": """
    El campo {label} debe ser un número de teléfono{country, plural, =0 {} other { ({country})}}.
    """,
    "phone.type": """
    El campo {label} debe ser un número de teléfono {type, select, mobile {móvil} other {fijo}}.
    """,
    "port.invalid": "El campo {label} debe ser un número de puerto de 0 a 65535.",
    "port.range": "El campo {label} debe ser un puerto de {min} a {max}.",
    "postcode.invalid":
      "El campo {label} debe ser un código postal{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "El campo {label} debe ser un importe, por ejemplo 12.50.",
    "range.notAbove": """
    El campo {label} debe ser {kind, select, time {posterior a} other {mayor que}} {minExclusive}.
    """,
    "range.notBelow": """
    El campo {label} debe ser {kind, select, time {anterior a} other {menor que}} {maxExclusive}.
    """,
    "range.tooLarge": """
    El campo {label} {kind, select, time {no debe ser posterior a} other {debe ser como máximo}} \
    {max}.
    """,
    "range.tooSmall": """
    El campo {label} {kind, select, time {no debe ser anterior a} other {debe ser como mínimo}} \
    {min}.
    """,
    "remote.refused": "Una comprobación en línea ha rechazado el campo {label}.",
    "remote.unavailable":
      "No se ha podido comprobar el campo {label}: el servicio no ha respondido.",
    "required": "El campo {label} es obligatorio.",
    "semver.invalid": "El campo {label} debe ser una versión, por ejemplo 1.4.0 o 2.0.0-rc.1.",
    "semver.part": """
    El campo {label} debe ser una versión sin {part, select, build {metadatos de compilación} \
    other {identificador de versión preliminar}}.
    """,
    "slug.invalid":
      "El campo {label} debe ser un nombre corto para direcciones web, por ejemplo mi-pagina.",
    "startsWith": "El campo {label} debe empezar por uno de estos textos: {values}.",
    "text.invalid": "El campo {label} debe ser un único valor.",
    "time.form": "El campo {label} debe ser una hora, por ejemplo {example}.",
    "time.invalid": "El campo {label} debe ser una hora con el formato HH:MM o HH:MM:SS.",
    "trimmed": "El campo {label} no debe empezar ni terminar con un espacio.",
    "true.isFalse": "La respuesta al campo {label} debe ser sí.",
    "ulid.invalid": "El campo {label} debe ser un ULID, por ejemplo 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: un registro anterior tiene {fields, plural, one {el mismo valor} many {los mismos \
    valores} other {los mismos valores}}.
    """,
    "unique.stored": """
    {fields}: un registro ya guardado tiene {fields, plural, one {el mismo valor} many {los mismos \
    valores} other {los mismos valores}}.
    """,
    "uppercase": "El campo {label} no debe contener minúsculas.",
    "url.host": "El campo {label} contiene la dirección web de un host que no se admite.",
    "url.invalid":
      "El campo {label} debe ser una dirección web, por ejemplo https://www.example.com/.",
    "url.part": """
    El campo {label} debe ser una dirección web {part, select, userinfo {sin nombre de usuario} \
    port {sin puerto} missingPort {con puerto} query {sin consulta} other {sin fragmento}}.
    """,
    "url.scheme": """
    El campo {label} debe ser una dirección web que empiece por uno de estos esquemas: {schemes}.
    """,
    "uuid.invalid":
      "El campo {label} debe ser un UUID, por ejemplo f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "El campo {label} debe ser un UUID de una de estas versiones: {versions}.",
    "vat.checksum":
      "El campo {label} no es un número de IVA válido: los dígitos de control no coinciden.",
    "vat.invalid":
      "El campo {label} debe ser un número de IVA de uno de estos países: {countries}.",

    "csv.tooFewFields": """
    El registro tiene {found, plural, one {# campo} many {# de campos} other {# campos}}, se \
    necesitan {expected}.
    """,
    "csv.tooManyFields": """
    El registro tiene {found, plural, one {# campo} many {# de campos} other {# campos}}, se \
    esperan {expected}.
    """,
    "csv.strayQuote": """
    Hay una comilla donde no puede haberla: ponga toda la celda entre comillas y duplique las que \
    haya dentro.
    """,
    "csv.unterminatedQuote": "Aquí se abre una comilla que no se cierra.",
    "csv.encoding": "Los bytes no son texto en la codificación del archivo.",
    "csv.nul": "Hay un byte NUL en el registro.",
    "csv.tooLong": "El registro es más largo de lo permitido.",
    "json.syntax": "La línea no es JSON.",
    "json.duplicateKey": "Una clave aparece dos veces en el objeto.",
    "json.tooDeep": "El JSON tiene demasiados niveles de anidamiento.",
    "json.notAnObject": "La línea es JSON, pero no un objeto.",
    "json.tooManyKeys": "El objeto tiene una clave nueva y ya hay demasiadas columnas.",

    "list.or": " o ",
    "list.separator": ", ",
    "term.record": "El registro",
    "term.readable": "El registro se puede leer.",
    "term.now": "ahora",
    "term.today": "hoy",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "AAAA-MM-DD",
    "term.character": "caracteres",
    "term.scalar": "puntos de código",
    "term.utf16": "unidades UTF-16",
    "term.utf8": "bytes",
    "term.item": "elementos",
    "term.digit": "cifras",
    "term.letter": "letras",
    "term.upper": "mayúsculas",
    "term.lower": "minúsculas",
    "term.alphanumeric": "letras y cifras",
    "term.space": "espacios",
    "term.symbol": "símbolos",
    "term.punctuation": "signos de puntuación",
    "term.control": "caracteres de control",
    "term.ascii": "caracteres ASCII",
    "term.object": "objeto",
    "term.array": "matriz",
    "term.string": "cadena",
    "term.number": "número",
    "term.boolean": "verdadero o falso",
    "term.null": "null",
    "term.image": "imagen",
    "term.video": "vídeo",
    "term.audio": "audio",
    "term.archive": "archivo comprimido",
    "term.document": "documento",
    "term.text": "texto",
    "term.font": "fuente",
    "term.executable": "programa",
    "term.veryWeak": "muy débil",
    "term.weak": "débil",
    "term.medium": "media",
    "term.strong": "fuerte",
    "term.veryStrong": "muy fuerte",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# carácter} many {# de caracteres} other {# caracteres}",
      scalar: "one {# punto de código} many {# de puntos de código} other {# puntos de código}",
      utf16: "one {# unidad UTF-16} many {# de unidades UTF-16} other {# unidades UTF-16}",
      utf8: "one {# byte} many {# de bytes} other {# bytes}",
      item: "one {# elemento} many {# de elementos} other {# elementos}")
  }
}
