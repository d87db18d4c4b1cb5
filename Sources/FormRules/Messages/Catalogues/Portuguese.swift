extension MessageCatalogue {
  /// Portuguese, as written in Portugal. `O campo` makes agreement independent of the label.
  static let portuguese: [String: String] = [
    "after.before": "O campo {label} não pode ser anterior a {date}.",
    "after.notAfter": "O campo {label} tem de ser posterior a {date}.",
    "alpha.other": "O campo {label} só pode conter letras.",
    "alphanumeric.other": "O campo {label} só pode conter letras e algarismos.",
    "any.none": "O campo {label} tem de cumprir pelo menos uma destas regras: {rules}.",
    "ascii.control": "O campo {label} não pode conter caracteres de controlo.",
    "ascii.other": "O campo {label} só pode conter caracteres ASCII.",
    "base32.invalid": "O campo {label} tem de estar codificado em Base32.",
    "base64.invalid": "O campo {label} tem de estar codificado em Base64.",
    "before.after": "O campo {label} não pode ser posterior a {date}.",
    "before.notBefore": "O campo {label} tem de ser anterior a {date}.",
    "between.outside": "O campo {label} tem de estar entre {from} e {to}.",
    "bic.country": "O campo {label} contém um BIC de um país que não é aceite aqui.",
    "bic.invalid": "O campo {label} tem de ser um BIC, por exemplo DEUTDEFF ou DEUTDEFF500.",
    "blank": "O campo {label} tem de ficar vazio.",
    "boolean.invalid": "O campo {label} tem de ter um destes valores: {words}.",
    "byteSize.encoding": "O campo {label} tem de conter um ficheiro em Base64 ou como URI data:.",
    "byteSize.notFound": "O campo {label} indica um ficheiro que não existe.",
    "byteSize.outside": "O campo {label} tem de indicar um ficheiro da pasta de ficheiros.",
    "byteSize.tooLarge": """
    O campo {label} pode ter no máximo {max, plural, one {# byte} many {# de bytes} other {# \
    bytes}}, e não {size}.
    """,
    "byteSize.tooSmall": """
    O campo {label} tem de ter pelo menos {min, plural, one {# byte} many {# de bytes} other {# \
    bytes}}, e não {size}.
    """,
    "byteSize.unreadable": "O campo {label} indica um ficheiro que não pode ser lido.",
    "cardExpiry.expired": "O campo {label} indica uma data passada: o cartão expirou.",
    "cardExpiry.invalid": "O campo {label} tem de ser um mês no formato {format}.",
    "cardExpiry.tooFar": """
    O campo {label} indica uma data a mais de {years, plural, one {# ano} many {# de anos} other \
    {# anos}} no futuro.
    """,
    "characters.forbidden": "O campo {label} não pode conter: {set}.",
    "characters.notAllowed": "O campo {label} só pode conter: {set}.",
    "characters.tooFew": """
    O campo {label} tem de conter pelo menos {min, plural, one {# carácter} many {# de caracteres} \
    other {# caracteres}} deste tipo: {set}.
    """,
    "characters.tooMany": """
    O campo {label} pode conter no máximo {max, plural, one {# carácter} many {# de caracteres} \
    other {# caracteres}} deste tipo: {set}.
    """,
    "cidr.hostBits":
      "O campo {label} tem de ser o endereço de uma rede: há bits a 1 depois do prefixo.",
    "cidr.invalid":
      "O campo {label} tem de ser um bloco de endereços IP, por exemplo 192.0.2.0/24.",
    "cidr.prefix": "O campo {label} tem de ter um prefixo de {minPrefix} a {maxPrefix} bits.",
    "cidr.version": "O campo {label} tem de ser um bloco de endereços IPv{version}.",
    "color.invalid": "O campo {label} tem de ser uma cor, por exemplo #1e90ff.",
    "contains.missing": "O campo {label} tem de conter: {values}.",
    "countryCode.unknown": "O campo {label} tem de ser o código de um país, por exemplo {example}.",
    "currencyCode.unknown":
      "O campo {label} tem de ser o código de uma moeda, por exemplo {example}.",
    "custom.failed": "O campo {label} não passa na verificação {name}.",
    "date.form": "O campo {label} tem de ser uma data no formato {formats}.",
    "date.invalid": "O campo {label} tem de ser uma data no formato {format}.",
    "dateTime.invalid": "O campo {label} tem de ser uma data com hora, por exemplo {example}.",
    "datetime.invalid":
      "O campo {label} tem de ser uma data com hora, por exemplo 2026-01-31T09:30:00Z.",
    "decimal.invalid": "O campo {label} tem de ser um número decimal.",
    "decimal.outOfRange": "O campo {label} tem mais de 38 algarismos.",
    "decimal.tooFewDecimals": """
    O campo {label} tem de ter pelo menos {minScale, plural, one {# casa decimal} many {# de casas \
    decimais} other {# casas decimais}}.
    """,
    "decimal.tooManyDecimals": """
    O campo {label} {scale, plural, =0 {tem de ser um número inteiro} one {pode ter no máximo # \
    casa decimal} many {pode ter no máximo # de casas decimais} other {pode ter no máximo # casas \
    decimais}}.
    """,
    "decimal.tooManyDigits": "O campo {label} tem demasiados algarismos.",
    "domain.invalid": "O campo {label} tem de ser um nome de domínio, por exemplo example.com.",
    "domain.notTopLevel":
      "O campo {label} não pode ser um domínio com uma destas extensões: {notTopLevels}.",
    "domain.topLevel":
      "O campo {label} tem de ser um domínio com uma destas extensões: {topLevels}.",
    "duration.invalid": "O campo {label} tem de ser uma duração, por exemplo P1DT12H.",
    "ean.checksum": "O campo {label} não está correto: o dígito de controlo está errado.",
    "ean.invalid": "O campo {label} tem de ser um número de {lengths} algarismos.",
    "email.host": "O campo {label} contém um endereço de e-mail de um anfitrião que não é aceite.",
    "email.invalid":
      "O campo {label} tem de ser um endereço de e-mail, por exemplo ana@example.com.",
    "emoji.found": "O campo {label} não pode conter emojis.",
    "emoji.none": "O campo {label} tem de conter um emoji.",
    "emoji.other": "O campo {label} só pode conter emojis.",
    "endsWith": "O campo {label} tem de terminar com um destes textos: {values}.",
    "equals.different": "O campo {label} tem de ser igual a {to}.",
    "exists.notFound": "O campo {label} tem de constar de {reference}.",
    "exists.unavailable":
      "Não foi possível verificar o campo {label}: {reference} não está disponível.",
    "false.isTrue": "A resposta ao campo {label} tem de ser não.",
    "file.invalid": "O campo {label} tem de ser um ficheiro.",
    "geoCoordinate.invalid":
      "O campo {label} tem de ser uma coordenada em graus, por exemplo 52.5163.",
    "geoCoordinate.range": "O campo {label} tem de estar entre -{limit} e {limit} graus.",
    "hash.invalid": "O campo {label} tem de ser um resumo hexadecimal ({algorithm}).",
    "hex.invalid": "O campo {label} só pode conter algarismos hexadecimais.",
    "hex.length": "O campo {label} não tem o número certo de algarismos hexadecimais.",
    "hexColor.invalid": "O campo {label} tem de ser uma cor hexadecimal, por exemplo #1e90ff.",
    "hostname.invalid":
      "O campo {label} tem de ser um nome de anfitrião, por exemplo www.example.com.",
    "iban.checksum": "O campo {label} não é um IBAN válido: os dígitos de controlo estão errados.",
    "iban.country": "O campo {label} contém um IBAN de um país que não é aceite aqui.",
    "iban.invalid": "O campo {label} tem de ser um IBAN, por exemplo GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "O campo {label} tem de conter um ficheiro em Base64 ou como URI data:.",
    "image.invalid": "O campo {label} tem de ser uma imagem.",
    "image.notFound": "O campo {label} indica um ficheiro que não existe.",
    "image.outside": "O campo {label} tem de indicar um ficheiro da pasta de ficheiros.",
    "image.ratioTooLarge": """
    O campo {label} tem de ser uma imagem com uma relação entre largura e altura de no máximo \
    {maxRatio}; mede {width} × {height} píxeis.
    """,
    "image.ratioTooSmall": """
    O campo {label} tem de ser uma imagem com uma relação entre largura e altura de pelo menos \
    {minRatio}; mede {width} × {height} píxeis.
    """,
    "image.tooHigh": """
    O campo {label} tem de ser uma imagem com no máximo {maxHeight, plural, one {# píxel} many {# \
    de píxeis} other {# píxeis}} de altura, e não {height}.
    """,
    "image.tooLow": """
    O campo {label} tem de ser uma imagem com pelo menos {minHeight, plural, one {# píxel} many {# \
    de píxeis} other {# píxeis}} de altura, e não {height}.
    """,
    "image.tooNarrow": """
    O campo {label} tem de ser uma imagem com pelo menos {minWidth, plural, one {# píxel} many {# \
    de píxeis} other {# píxeis}} de largura, e não {width}.
    """,
    "image.tooWide": """
    O campo {label} tem de ser uma imagem com no máximo {maxWidth, plural, one {# píxel} many {# \
    de píxeis} other {# píxeis}} de largura, e não {width}.
    """,
    "image.unreadable": "O campo {label} indica um ficheiro que não pode ser lido.",
    "imei.checksum": "O campo {label} não é um IMEI válido: o dígito de controlo está errado.",
    "imei.invalid": "O campo {label} tem de ser um IMEI de quinze algarismos.",
    "in.notListed": "O campo {label} tem de ter um destes valores: {values}.",
    "integer.invalid": "O campo {label} tem de ser um número inteiro.",
    "integer.outOfRange": "O campo {label} é demasiado grande para um número inteiro.",
    "ip.invalid":
      "O campo {label} tem de ser um endereço IP, por exemplo 192.0.2.1 ou 2001:db8::1.",
    "ip.network": "O campo {label} contém um endereço IP de uma rede que não é aceite.",
    "ip.version": "O campo {label} tem de ser um endereço IPv{version}.",
    "isbn.checksum": "O campo {label} não é um ISBN válido: o dígito de controlo está errado.",
    "isbn.invalid": "O campo {label} tem de ser um ISBN, por exemplo 978-0-306-40615-7.",
    "isin.checksum":
      "O campo {label} não é um código ISIN válido: o dígito de controlo está errado.",
    "isin.invalid": "O campo {label} tem de ser um código ISIN, por exemplo US0378331005.",
    "isoWeek.invalid": "O campo {label} tem de ser uma semana, por exemplo 2026-W05.",
    "issn.checksum": "O campo {label} não é um ISSN válido: o dígito de controlo está errado.",
    "issn.invalid": "O campo {label} tem de ser um ISSN, por exemplo 0378-5955.",
    "json.invalid": "O campo {label} tem de ser JSON.",
    "json.kind": "O campo {label} tem de ser JSON deste tipo: {kinds}.",
    "jwt.invalid": "O campo {label} tem de ser um JSON Web Token.",
    "lacks.found": "O campo {label} não pode conter: {values}.",
    "languageCode.unknown":
      "O campo {label} tem de ser o código de uma língua, por exemplo {example}.",
    "latLong.invalid":
      "O campo {label} tem de ser uma latitude e uma longitude, por exemplo 52.5,13.4.",
    "latLong.range": """
    O campo {label} indica um lugar fora da Terra: a {axis, select, longitude {longitude} other \
    {latitude}} é demasiado grande.
    """,
    "length.different":
      "O campo {label} tem de ter exatamente \(counted("exact"))\(MessageTemplate.known("length", ", e não {length}")).",
    "length.tooLong":
      "O campo {label} pode ter no máximo \(counted("max"))\(MessageTemplate.known("length", ", e não {length}")).",
    "length.tooShort":
      "O campo {label} tem de ter pelo menos \(counted("min"))\(MessageTemplate.known("length", ", e não {length}")).",
    "list.invalid": "O campo {label} tem de ser uma lista.",
    "locale.invalid": "O campo {label} tem de ser uma etiqueta de língua, por exemplo de-AT.",
    "lowercase": "O campo {label} não pode conter maiúsculas.",
    "luhn.checksum": "O campo {label} não está correto: o dígito de controlo está errado.",
    "luhn.invalid": "O campo {label} só pode conter algarismos.",
    "mac.invalid":
      "O campo {label} tem de ser um endereço de hardware, por exemplo 00:00:5E:00:53:01.",
    "mac.kind": "O campo {label} contém um endereço de hardware de um tipo que não é aceite.",
    "media.encoding": "O campo {label} tem de conter um ficheiro em Base64 ou como URI data:.",
    "media.notFound": "O campo {label} indica um ficheiro que não existe.",
    "media.outside": "O campo {label} tem de indicar um ficheiro da pasta de ficheiros.",
    "media.unknown": "O campo {label} tem de ser um ficheiro deste tipo: {types}.",
    "media.unreadable": "O campo {label} indica um ficheiro que não pode ser lido.",
    "media.wrongType":
      "O campo {label} tem de ser um ficheiro deste tipo: {types}. É do tipo {found}.",
    "mime.invalid": "O campo {label} tem de ser um tipo de conteúdo, por exemplo text/html.",
    "mime.type": "O campo {label} tem de ser um destes tipos de conteúdo: {types}.",
    "multipleOf.isNot": """
    O campo {label} tem de ser um múltiplo de {step}{offset, plural, =0 {} other {, a contar de \
    {offset}}}.
    """,
    "must.isFalse": "Esta condição tem de se verificar: {condition}.",
    "not.satisfied": "O campo {label} não pode cumprir estas regras: {rules}.",
    "notEquals.same": "O campo {label} não pode ser igual a {to}.",
    "notIn.listed": "O campo {label} não pode ter nenhum destes valores: {values}.",
    "number.invalid": "O campo {label} tem de ser um número.",
    "number.outOfRange": "O campo {label} é um número demasiado grande.",
    "passwordStrength.tooWeak":
      "O campo {label} tem de ser uma palavra-passe mais segura, no mínimo «{min}».",
    "pattern.mismatch": "O campo {label} tem de corresponder ao padrão {pattern}.",
    "pattern.tooComplex": "O campo {label} é demasiado longo ou complexo para ser verificado.",
    "paymentCard.invalid": "O campo {label} tem de ser o número de um cartão de pagamento.",
    "paymentCard.notAccepted": "O campo {label} tem de ser o número de um destes cartões: {types}.",
    "phone.invalid": """
    O campo {label} tem de ser um número de telefone{country, plural, =0 {} other { ({country})}}.
    """,
    "phone.type": """
    O campo {label} tem de ser um número de {type, select, mobile {telemóvel} other {telefone \
    fixo}}.
    """,
    "port.invalid": "O campo {label} tem de ser um número de porta de 0 a 65535.",
    "port.range": "O campo {label} tem de ser uma porta de {min} a {max}.",
    "postcode.invalid":
      "O campo {label} tem de ser um código postal{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "O campo {label} tem de ser uma quantia, por exemplo 12.50.",
    "range.notAbove": """
    O campo {label} tem de ser {kind, select, time {posterior} other {superior}} a {minExclusive}.
    """,
    "range.notBelow": """
    O campo {label} tem de ser {kind, select, time {anterior} other {inferior}} a {maxExclusive}.
    """,
    "range.tooLarge": """
    O campo {label} {kind, select, time {não pode ser posterior a} other {pode ser no máximo}} \
    {max}.
    """,
    "range.tooSmall": """
    O campo {label} {kind, select, time {não pode ser anterior a} other {tem de ser no mínimo}} \
    {min}.
    """,
    "remote.refused": "O campo {label} foi recusado por uma verificação na rede.",
    "remote.unavailable": "Não foi possível verificar o campo {label}: o serviço não respondeu.",
    "required": "O campo {label} é obrigatório.",
    "semver.invalid": "O campo {label} tem de ser uma versão, por exemplo 1.4.0 ou 2.0.0-rc.1.",
    "semver.part": """
    O campo {label} tem de ser uma versão sem {part, select, build {metadados de compilação} other \
    {identificador de pré-lançamento}}.
    """,
    "slug.invalid":
      "O campo {label} tem de ser um nome curto para endereços web, por exemplo a-minha-pagina.",
    "startsWith": "O campo {label} tem de começar por um destes textos: {values}.",
    "text.invalid": "O campo {label} tem de ser um único valor.",
    "time.form": "O campo {label} tem de ser uma hora, por exemplo {example}.",
    "time.invalid": "O campo {label} tem de ser uma hora no formato HH:MM ou HH:MM:SS.",
    "trimmed": "O campo {label} não pode começar nem terminar com um espaço.",
    "true.isFalse": "A resposta ao campo {label} tem de ser sim.",
    "ulid.invalid": "O campo {label} tem de ser um ULID, por exemplo 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: um registo anterior tem {fields, plural, one {o mesmo valor} many {os mesmos \
    valores} other {os mesmos valores}}.
    """,
    "unique.stored": """
    {fields}: um registo já guardado tem {fields, plural, one {o mesmo valor} many {os mesmos \
    valores} other {os mesmos valores}}.
    """,
    "uppercase": "O campo {label} não pode conter minúsculas.",
    "url.host": "O campo {label} contém o endereço web de um anfitrião que não é aceite.",
    "url.invalid":
      "O campo {label} tem de ser um endereço web, por exemplo https://www.example.com/.",
    "url.part": """
    O campo {label} tem de ser um endereço web {part, select, userinfo {sem nome de utilizador} \
    port {sem porta} missingPort {com porta} query {sem consulta} other {sem fragmento}}.
    """,
    "url.scheme":
      "O campo {label} tem de ser um endereço web que comece por um destes esquemas: {schemes}.",
    "uuid.invalid":
      "O campo {label} tem de ser um UUID, por exemplo f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "O campo {label} tem de ser um UUID de uma destas versões: {versions}.",
    "vat.checksum":
      "O campo {label} não é um número de IVA válido: os dígitos de controlo estão errados.",
    "vat.invalid": "O campo {label} tem de ser um número de IVA de um destes países: {countries}.",

    "csv.tooFewFields": """
    O registo tem {found, plural, one {# campo} many {# de campos} other {# campos}}, são precisos \
    {expected}.
    """,
    "csv.tooManyFields": """
    O registo tem {found, plural, one {# campo} many {# de campos} other {# campos}}, esperam-se \
    {expected}.
    """,
    "csv.strayQuote": """
    Há uma aspa onde não pode haver: ponha toda a célula entre aspas e duplique as que estão \
    dentro.
    """,
    "csv.unterminatedQuote": "Abre-se aqui uma aspa que nunca se fecha.",
    "csv.encoding": "Os bytes não são texto na codificação do ficheiro.",
    "csv.nul": "Há um byte NUL no registo.",
    "csv.tooLong": "O registo é mais longo do que o permitido.",
    "json.syntax": "A linha não é JSON.",
    "json.duplicateKey": "Uma chave aparece duas vezes no objeto.",
    "json.tooDeep": "O JSON tem demasiados níveis.",
    "json.notAnObject": "A linha é JSON, mas não um objeto.",
    "json.tooManyKeys": "O objeto tem uma chave nova e já há demasiadas colunas.",

    "list.or": " ou ",
    "list.separator": ", ",
    "term.record": "O registo",
    "term.readable": "O registo pode ser lido.",
    "term.now": "agora",
    "term.today": "hoje",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "AAAA-MM-DD",
    "term.character": "caracteres",
    "term.scalar": "pontos de código",
    "term.utf16": "unidades UTF-16",
    "term.utf8": "bytes",
    "term.item": "elementos",
    "term.digit": "algarismos",
    "term.letter": "letras",
    "term.upper": "maiúsculas",
    "term.lower": "minúsculas",
    "term.alphanumeric": "letras e algarismos",
    "term.space": "espaços",
    "term.symbol": "símbolos",
    "term.punctuation": "sinais de pontuação",
    "term.control": "caracteres de controlo",
    "term.ascii": "caracteres ASCII",
    "term.object": "objeto",
    "term.array": "lista",
    "term.string": "texto",
    "term.number": "número",
    "term.boolean": "verdadeiro ou falso",
    "term.null": "null",
    "term.image": "imagem",
    "term.video": "vídeo",
    "term.audio": "áudio",
    "term.archive": "arquivo comprimido",
    "term.document": "documento",
    "term.text": "texto",
    "term.font": "tipo de letra",
    "term.executable": "programa",
    "term.veryWeak": "muito fraca",
    "term.weak": "fraca",
    "term.medium": "média",
    "term.strong": "forte",
    "term.veryStrong": "muito forte",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# carácter} many {# de caracteres} other {# caracteres}",
      scalar: "one {# ponto de código} many {# de pontos de código} other {# pontos de código}",
      utf16: "one {# unidade UTF-16} many {# de unidades UTF-16} other {# unidades UTF-16}",
      utf8: "one {# byte} many {# de bytes} other {# bytes}",
      item: "one {# elemento} many {# de elementos} other {# elementos}")
  }
}
