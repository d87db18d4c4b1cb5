extension MessageCatalogue {
  /// Russian. `Поле` makes agreement independent of the label; `other` is for fractions.
  static let russian: [String: String] = [
    "after.before": "Поле {label} не может быть раньше, чем {date}.",
    "after.notAfter": "Поле {label} должно быть позже, чем {date}.",
    "alpha.other": "Поле {label} может содержать только буквы.",
    "alphanumeric.other": "Поле {label} может содержать только буквы и цифры.",
    "any.none": "Поле {label} должно соответствовать хотя бы одному из этих правил: {rules}.",
    "ascii.control": "Поле {label} не может содержать управляющие символы.",
    "ascii.other": "Поле {label} может содержать только символы ASCII.",
    "base32.invalid": "Поле {label} должно быть закодировано в Base32.",
    "base64.invalid": "Поле {label} должно быть закодировано в Base64.",
    "before.after": "Поле {label} не может быть позже, чем {date}.",
    "before.notBefore": "Поле {label} должно быть раньше, чем {date}.",
    "between.outside": "Поле {label} должно быть в пределах от {from} до {to}.",
    "bic.country": "Поле {label} содержит BIC страны, которая здесь не принимается.",
    "bic.invalid": "Поле {label} должно быть кодом BIC, например DEUTDEFF или DEUTDEFF500.",
    "blank": "Поле {label} должно оставаться пустым.",
    "boolean.invalid": "Поле {label} должно иметь одно из этих значений: {words}.",
    "byteSize.encoding": "Поле {label} должно содержать файл в Base64 или в виде data: URI.",
    "byteSize.notFound": "Поле {label} указывает на файл, которого нет.",
    "byteSize.outside": "Поле {label} должно указывать на файл в папке файлов.",
    "byteSize.tooLarge": """
    Поле {label} должно занимать максимум {max, plural, one {# байт} few {# байта} many {# байт} \
    other {# байта}}, а не {size}.
    """,
    "byteSize.tooSmall": """
    Поле {label} должно занимать минимум {min, plural, one {# байт} few {# байта} many {# байт} \
    other {# байта}}, а не {size}.
    """,
    "byteSize.unreadable": "Поле {label} указывает на файл, который нельзя прочитать.",
    "cardExpiry.expired": "Поле {label} содержит прошедшую дату: срок действия карты истёк.",
    "cardExpiry.invalid": "Поле {label} должно быть месяцем в формате {format}.",
    "cardExpiry.tooFar": """
    Поле {label} содержит дату, до которой больше {years, plural, one {# года} few {# лет} many {# \
    лет} other {# года}}.
    """,
    "characters.forbidden": "Поле {label} не может содержать такие символы: {set}.",
    "characters.notAllowed": "Поле {label} может содержать только такие символы: {set}.",
    "characters.tooFew": """
    Поле {label} должно содержать минимум {min, plural, one {# символ} few {# символа} many {# \
    символов} other {# символа}} такого вида: {set}.
    """,
    "characters.tooMany": """
    Поле {label} должно содержать максимум {max, plural, one {# символ} few {# символа} many {# \
    символов} other {# символа}} такого вида: {set}.
    """,
    "cidr.hostBits":
      "Поле {label} должно быть адресом сети: после префикса есть установленные биты.",
    "cidr.invalid": "Поле {label} должно быть блоком IP-адресов, например 192.0.2.0/24.",
    "cidr.prefix": "Поле {label} должно иметь префикс длиной от {minPrefix} до {maxPrefix} бит.",
    "cidr.version": "Поле {label} должно быть блоком адресов IPv{version}.",
    "color.invalid": "Поле {label} должно быть цветом, например #1e90ff.",
    "contains.missing": "Поле {label} должно содержать: {values}.",
    "countryCode.unknown": "Поле {label} должно быть кодом страны, например {example}.",
    "currencyCode.unknown": "Поле {label} должно быть кодом валюты, например {example}.",
    "custom.failed": "Поле {label} не прошло проверку {name}.",
    "date.form": "Поле {label} должно быть датой в формате {formats}.",
    "date.invalid": "Поле {label} должно быть датой в формате {format}.",
    "dateTime.invalid": "Поле {label} должно быть датой и временем, например {example}.",
    "datetime.invalid": "Поле {label} должно быть датой и временем, например 2026-01-31T09:30:00Z.",
    "decimal.invalid": "Поле {label} должно быть десятичным числом.",
    "decimal.outOfRange": "Поле {label} содержит больше 38 цифр.",
    "decimal.tooFewDecimals": """
    Поле {label} должно иметь минимум {minScale, plural, one {# знак} few {# знака} many {# \
    знаков} other {# знака}} после запятой.
    """,
    "decimal.tooManyDecimals": """
    Поле {label} должно {scale, plural, =0 {быть целым числом} one {иметь максимум # знак после \
    запятой} few {иметь максимум # знака после запятой} many {иметь максимум # знаков после \
    запятой} other {иметь максимум # знака после запятой}}.
    """,
    "decimal.tooManyDigits": "Поле {label} содержит слишком много цифр.",
    "domain.invalid": "Поле {label} должно быть доменным именем, например example.com.",
    "domain.notTopLevel":
      "Поле {label} не может быть доменом с одним из этих окончаний: {notTopLevels}.",
    "domain.topLevel": "Поле {label} должно быть доменом с одним из этих окончаний: {topLevels}.",
    "duration.invalid": "Поле {label} должно быть продолжительностью, например P1DT12H.",
    "ean.checksum": "Поле {label} содержит ошибку: контрольная цифра не сходится.",
    "ean.invalid": "Поле {label} должно быть номером, в котором столько цифр: {lengths}.",
    "email.host": "Поле {label} содержит адрес электронной почты на хосте, который не разрешён.",
    "email.invalid":
      "Поле {label} должно быть адресом электронной почты, например ana@example.com.",
    "emoji.found": "Поле {label} не может содержать эмодзи.",
    "emoji.none": "Поле {label} должно содержать эмодзи.",
    "emoji.other": "Поле {label} может содержать только эмодзи.",
    "endsWith": "Поле {label} должно заканчиваться одним из этих текстов: {values}.",
    "equals.different": "Поле {label} должно иметь то же значение, что и {to}.",
    "exists.notFound": "Значение поля {label} должно быть в {reference}.",
    "exists.unavailable": "Не удалось проверить поле {label}: источник {reference} недоступен.",
    "false.isTrue": "Ответ в поле {label} должен быть «нет».",
    "file.invalid": "Поле {label} должно быть файлом.",
    "geoCoordinate.invalid": "Поле {label} должно быть координатой в градусах, например 52.5163.",
    "geoCoordinate.range": "Поле {label} должно быть в пределах от -{limit} до {limit} градусов.",
    "hash.invalid": "Поле {label} должно быть шестнадцатеричным хешем ({algorithm}).",
    "hex.invalid": "Поле {label} может содержать только шестнадцатеричные цифры.",
    "hex.length": "Поле {label} содержит неверное количество шестнадцатеричных цифр.",
    "hexColor.invalid": "Поле {label} должно быть шестнадцатеричным цветом, например #1e90ff.",
    "hostname.invalid": "Поле {label} должно быть именем хоста, например www.example.com.",
    "iban.checksum": "Поле {label} содержит неверный IBAN: контрольные цифры не сходятся.",
    "iban.country": "Поле {label} содержит IBAN страны, которая здесь не принимается.",
    "iban.invalid": "Поле {label} должно быть номером IBAN, например GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "Поле {label} должно содержать файл в Base64 или в виде data: URI.",
    "image.invalid": "Поле {label} должно быть изображением.",
    "image.notFound": "Поле {label} указывает на файл, которого нет.",
    "image.outside": "Поле {label} должно указывать на файл в папке файлов.",
    "image.ratioTooLarge": """
    Поле {label} должно быть изображением с отношением ширины к высоте максимум {maxRatio}; его \
    размер {width} × {height} пикселей.
    """,
    "image.ratioTooSmall": """
    Поле {label} должно быть изображением с отношением ширины к высоте минимум {minRatio}; его \
    размер {width} × {height} пикселей.
    """,
    "image.tooHigh": """
    Поле {label} должно быть изображением высотой максимум {maxHeight, plural, one {# пиксель} few \
    {# пикселя} many {# пикселей} other {# пикселя}}, а не {height}.
    """,
    "image.tooLow": """
    Поле {label} должно быть изображением высотой минимум {minHeight, plural, one {# пиксель} few \
    {# пикселя} many {# пикселей} other {# пикселя}}, а не {height}.
    """,
    "image.tooNarrow": """
    Поле {label} должно быть изображением шириной минимум {minWidth, plural, one {# пиксель} few \
    {# пикселя} many {# пикселей} other {# пикселя}}, а не {width}.
    """,
    "image.tooWide": """
    Поле {label} должно быть изображением шириной максимум {maxWidth, plural, one {# пиксель} few \
    {# пикселя} many {# пикселей} other {# пикселя}}, а не {width}.
    """,
    "image.unreadable": "Поле {label} указывает на файл, который нельзя прочитать.",
    "imei.checksum": "Поле {label} содержит неверный IMEI: контрольная цифра не сходится.",
    "imei.invalid": "Поле {label} должно быть номером IMEI из пятнадцати цифр.",
    "in.notListed": "Поле {label} должно иметь одно из этих значений: {values}.",
    "integer.invalid": "Поле {label} должно быть целым числом.",
    "integer.outOfRange": "Поле {label} содержит слишком большое целое число.",
    "ip.invalid": "Поле {label} должно быть IP-адресом, например 192.0.2.1 или 2001:db8::1.",
    "ip.network": "Поле {label} содержит IP-адрес из сети, которая не разрешена.",
    "ip.version": "Поле {label} должно быть адресом IPv{version}.",
    "isbn.checksum": "Поле {label} содержит неверный ISBN: контрольная цифра не сходится.",
    "isbn.invalid": "Поле {label} должно быть номером ISBN, например 978-0-306-40615-7.",
    "isin.checksum": "Поле {label} содержит неверный код ISIN: контрольная цифра не сходится.",
    "isin.invalid": "Поле {label} должно быть кодом ISIN, например US0378331005.",
    "isoWeek.invalid": "Поле {label} должно быть неделей, например 2026-W05.",
    "issn.checksum": "Поле {label} содержит неверный ISSN: контрольная цифра не сходится.",
    "issn.invalid": "Поле {label} должно быть номером ISSN, например 0378-5955.",
    "json.invalid": "Поле {label} должно быть в формате JSON.",
    "json.kind": "Поле {label} должно быть значением JSON такого вида: {kinds}.",
    "jwt.invalid": "Поле {label} должно быть токеном JSON Web Token.",
    "lacks.found": "Поле {label} не может содержать: {values}.",
    "languageCode.unknown": "Поле {label} должно быть кодом языка, например {example}.",
    "latLong.invalid": "Поле {label} должно содержать широту и долготу, например 52.5,13.4.",
    "latLong.range": """
    Поле {label} указывает место вне Земли: {axis, select, longitude {долгота} other {широта}} \
    слишком велика.
    """,
    "length.different":
      "Поле {label} должно содержать ровно \(counted("exact"))\(MessageTemplate.known("length", ", а не {length}")).",
    "length.tooLong":
      "Поле {label} должно содержать максимум \(counted("max"))\(MessageTemplate.known("length", ", а не {length}")).",
    "length.tooShort":
      "Поле {label} должно содержать минимум \(counted("min"))\(MessageTemplate.known("length", ", а не {length}")).",
    "list.invalid": "Поле {label} должно быть списком.",
    "locale.invalid": "Поле {label} должно быть языковым тегом, например de-AT.",
    "lowercase": "Поле {label} не может содержать прописные буквы.",
    "luhn.checksum": "Поле {label} содержит ошибку: контрольная цифра не сходится.",
    "luhn.invalid": "Поле {label} может содержать только цифры.",
    "mac.invalid": "Поле {label} должно быть аппаратным адресом, например 00:00:5E:00:53:01.",
    "mac.kind": "Поле {label} содержит аппаратный адрес вида, который не разрешён.",
    "media.encoding": "Поле {label} должно содержать файл в Base64 или в виде data: URI.",
    "media.notFound": "Поле {label} указывает на файл, которого нет.",
    "media.outside": "Поле {label} должно указывать на файл в папке файлов.",
    "media.unknown": "Поле {label} должно быть файлом такого вида: {types}.",
    "media.unreadable": "Поле {label} указывает на файл, который нельзя прочитать.",
    "media.wrongType": "Поле {label} должно быть файлом такого вида: {types}. Тип файла: {found}.",
    "mime.invalid": "Поле {label} должно быть типом содержимого, например text/html.",
    "mime.type": "Поле {label} должно быть одним из этих типов содержимого: {types}.",
    "multipleOf.isNot":
      "Поле {label} должно быть кратно {step}{offset, plural, =0 {} other {, считая от {offset}}}.",
    "must.isFalse": "Это условие должно выполняться: {condition}.",
    "not.satisfied": "Поле {label} не может соответствовать этим правилам: {rules}.",
    "notEquals.same": "Поле {label} не может иметь то же значение, что и {to}.",
    "notIn.listed": "Поле {label} не может иметь ни одно из этих значений: {values}.",
    "number.invalid": "Поле {label} должно быть числом.",
    "number.outOfRange": "Поле {label} содержит слишком большое число.",
    "passwordStrength.tooWeak": "Поле {label} должно быть более надёжным паролем: минимум «{min}».",
    "pattern.mismatch": "Поле {label} должно соответствовать шаблону {pattern}.",
    "pattern.tooComplex": "Поле {label} слишком длинное или сложное для проверки.",
    "paymentCard.invalid": "Поле {label} должно быть номером платёжной карты.",
    "paymentCard.notAccepted": "Поле {label} должно быть номером одной из этих карт: {types}.",
    "phone.invalid":
      "Поле {label} должно быть номером телефона{country, plural, =0 {} other { ({country})}}.",
    "phone.type": """
    Поле {label} должно быть номером {type, select, mobile {мобильного} other {стационарного}} \
    телефона.
    """,
    "port.invalid": "Поле {label} должно быть номером порта от 0 до 65535.",
    "port.range": "Поле {label} должно быть портом от {min} до {max}.",
    "postcode.invalid":
      "Поле {label} должно быть почтовым индексом{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "Поле {label} должно быть денежной суммой, например 12.50.",
    "range.notAbove":
      "Поле {label} должно быть {kind, select, time {позже} other {больше}}, чем {minExclusive}.",
    "range.notBelow":
      "Поле {label} должно быть {kind, select, time {раньше} other {меньше}}, чем {maxExclusive}.",
    "range.tooLarge":
      "Поле {label} не может быть {kind, select, time {позже} other {больше}}, чем {max}.",
    "range.tooSmall":
      "Поле {label} не может быть {kind, select, time {раньше} other {меньше}}, чем {min}.",
    "remote.refused": "Поле {label} отклонено сетевой проверкой.",
    "remote.unavailable": "Не удалось проверить поле {label}: служба не ответила.",
    "required": "Поле {label} обязательно для заполнения.",
    "semver.invalid": "Поле {label} должно быть версией, например 1.4.0 или 2.0.0-rc.1.",
    "semver.part": """
    Поле {label} должно быть версией без {part, select, build {метаданных сборки} other \
    {обозначения предварительной версии}}.
    """,
    "slug.invalid":
      "Поле {label} должно быть коротким именем для веб-адреса, например moya-stranica.",
    "startsWith": "Поле {label} должно начинаться одним из этих текстов: {values}.",
    "text.invalid": "Поле {label} должно быть одним значением.",
    "time.form": "Поле {label} должно быть временем, например {example}.",
    "time.invalid": "Поле {label} должно быть временем в формате ЧЧ:ММ или ЧЧ:ММ:СС.",
    "trimmed": "Поле {label} не может начинаться или заканчиваться пробелом.",
    "true.isFalse": "Ответ в поле {label} должен быть «да».",
    "ulid.invalid":
      "Поле {label} должно быть идентификатором ULID, например 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: в одной из предыдущих записей {fields, plural, one {такое же значение} few {такие же \
    значения} many {такие же значения} other {такие же значения}}.
    """,
    "unique.stored": """
    {fields}: в одной из сохранённых записей {fields, plural, one {такое же значение} few {такие \
    же значения} many {такие же значения} other {такие же значения}}.
    """,
    "uppercase": "Поле {label} не может содержать строчные буквы.",
    "url.host": "Поле {label} содержит веб-адрес на хосте, который не разрешён.",
    "url.invalid": "Поле {label} должно быть веб-адресом, например https://www.example.com/.",
    "url.part": """
    Поле {label} должно быть веб-адресом {part, select, userinfo {без имени пользователя} port \
    {без порта} missingPort {с портом} query {без запроса} other {без фрагмента}}.
    """,
    "url.scheme":
      "Поле {label} должно быть веб-адресом, который начинается с одной из этих схем: {schemes}.",
    "uuid.invalid": """
    Поле {label} должно быть идентификатором UUID, например f81d4fae-7dec-41d0-a765-00a0c91e6bf6.
    """,
    "uuid.version":
      "Поле {label} должно быть идентификатором UUID одной из этих версий: {versions}.",
    "vat.checksum": "Поле {label} содержит неверный номер НДС: контрольные цифры не сходятся.",
    "vat.invalid": "Поле {label} должно быть номером НДС одной из этих стран: {countries}.",

    "csv.tooFewFields": """
    В записи {found, plural, one {# поле} few {# поля} many {# полей} other {# поля}}, а нужно \
    {expected}.
    """,
    "csv.tooManyFields": """
    В записи {found, plural, one {# поле} few {# поля} many {# полей} other {# поля}}, а ожидается \
    {expected}.
    """,
    "csv.strayQuote": """
    Кавычка стоит там, где её быть не должно: возьмите всю ячейку в кавычки, а кавычки внутри \
    удвойте.
    """,
    "csv.unterminatedQuote": "Здесь открывается кавычка, которая нигде не закрывается.",
    "csv.encoding": "Байты не являются текстом в кодировке файла.",
    "csv.nul": "В записи есть байт NUL.",
    "csv.tooLong": "Запись длиннее, чем разрешено.",
    "json.syntax": "Строка не является JSON.",
    "json.duplicateKey": "Ключ встречается в объекте дважды.",
    "json.tooDeep": "Слишком глубокая вложенность JSON.",
    "json.notAnObject": "Строка является JSON, но не объектом.",
    "json.tooManyKeys": "В объекте новый ключ, а столбцов уже слишком много.",

    "list.or": " или ",
    "list.separator": ", ",
    "term.record": "Запись",
    "term.readable": "Запись можно прочитать.",
    "term.now": "сейчас",
    "term.today": "сегодня",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "ГГГГ-ММ-ДД",
    "term.character": "символы",
    "term.scalar": "кодовые точки",
    "term.utf16": "единицы UTF-16",
    "term.utf8": "байты",
    "term.item": "элементы",
    "term.digit": "цифры",
    "term.letter": "буквы",
    "term.upper": "прописные буквы",
    "term.lower": "строчные буквы",
    "term.alphanumeric": "буквы и цифры",
    "term.space": "пробелы",
    "term.symbol": "знаки",
    "term.punctuation": "знаки препинания",
    "term.control": "управляющие символы",
    "term.ascii": "символы ASCII",
    "term.object": "объект",
    "term.array": "массив",
    "term.string": "строка",
    "term.number": "число",
    "term.boolean": "истина или ложь",
    "term.null": "null",
    "term.image": "изображение",
    "term.video": "видео",
    "term.audio": "аудио",
    "term.archive": "архив",
    "term.document": "документ",
    "term.text": "текст",
    "term.font": "шрифт",
    "term.executable": "программа",
    "term.veryWeak": "очень слабый",
    "term.weak": "слабый",
    "term.medium": "средний",
    "term.strong": "надёжный",
    "term.veryStrong": "очень надёжный",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# символ} few {# символа} many {# символов} other {# символа}",
      scalar: "one {# кодовую точку} few {# кодовые точки} "
        + "many {# кодовых точек} other {# кодовой точки}",
      utf16: "one {# единицу UTF-16} few {# единицы UTF-16} "
        + "many {# единиц UTF-16} other {# единицы UTF-16}",
      utf8: "one {# байт} few {# байта} many {# байт} other {# байта}",
      item: "one {# элемент} few {# элемента} many {# элементов} other {# элемента}")
  }
}
