/// The letters that languages are written with, and their own digits.
///
/// From the exemplar characters of Unicode CLDR, widened where a language is commonly written with
/// more; languages of a script of their own have all its letters and marks. A line for each
/// language: its code (ISO 639-1, perhaps with a script), letters in lower case as characters and
/// ranges, then behind | the digits beside those of ASCII.
enum AlphabetTable {
  static let languages = """
    ar ء..غ ف..\u{652} ٱ | \u{660}..\u{669}
    az abcdefghijklmnopqrstuvxyz çəğıiöşüİ
    be абвгдеёжзійклмнопрстуўфхцчшыьэюя
    bg абвгдежзийклмнопрстуфхцчшщъьюя
    bn ঀ..\u{9E3} ৰৱ | \u{9E6}..\u{9EF}
    bs a..z čćžšđ
    ca a..z àçéèíïóòúü
    cs a..z áčďéěíňóřšťúůýž
    cy a..z âêîôûŵŷ
    da a..z æøå
    de a..z äöüß
    el α..ω άέήίόύώϊϋΐΰ
    en a..z
    eo abcdefghijklmnoprstuvz ĉĝĥĵŝŭ
    es a..z áéíñóúü
    et a..z äõöüšž
    eu a..z ñ
    fa ء..غ ف..\u{652} ٱ پچژگکیۀ | \u{6F0}..\u{6F9}
    fi a..z åäö
    fr a..z àâæçéèêëïîôœùûüÿ
    ga a..z áéíóú
    gl a..z áéíñóúü
    gu \u{A81}..\u{AE3} | \u{AE6}..\u{AEF}
    he א..ת \u{5B0}..\u{5C7}
    hi \u{900}..\u{963} \u{970}..ॿ | \u{966}..\u{96F}
    hr a..z čćžšđ
    hu a..z áéíóöőúüű
    hy ա..և
    is a..z áðéíóúýþæö
    it a..z àéèìîóòù
    ja ぁ..ん ァ..ヶ ー\u{30FB}ｦ..ﾟ 々 一..龠 | \u{FF10}..\u{FF19}
    ka ა..ჰ
    kk а..я ёәғқңөұүһі
    kn ಀ..\u{CE3} | \u{CE6}..\u{CEF}
    ko ㄱ..ㅎ ㅏ..ㅣ 가..힣
    ku ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەووۆیێيكئؤءة | \u{660}..\u{669}
    lt a..z ąčęėįšųūž
    lv a..z āčēģīķļņšūž
    mk абвгдѓежзѕијклљмнњопрстќуфхцчџш
    ml \u{D00}..\u{D63} ൺ..ൿ | \u{D66}..\u{D6F}
    mn а..я ёөү
    mt a..z ċġħż
    nb a..z æøå
    nl a..z áéëïóöüú
    nn a..z æøå
    no a..z æøå
    or \u{B01}..\u{B63} ୱ | \u{B66}..\u{B6F}
    pa \u{A01}..ਫ਼ \u{A70}..\u{A75} | \u{A66}..\u{A6F}
    pl a..z ąćęłńóśźż
    pt a..z ãáàâäçéêëíïõóôöúü
    ro a..z ăâîșțşţ
    ru а..я ё
    si \u{D81}..\u{DF3}
    sk a..z áäčďéíĺľňóôŕřšťúůýžě
    sl a..z čćđšž
    sq a..z çë
    sr абвгдђежзијклљмнњопрстћуфхцчџш
    sr-latn a..z čćžšđ
    sv a..z åäö
    ta \u{B82}..\u{BD7} | \u{BE6}..\u{BEF}
    te \u{C00}..\u{C63} | \u{C66}..\u{C6F}
    th ก..\u{E3A} เ..\u{E4E} | \u{E50}..\u{E59}
    tr abcdefghijklmnoprstuvyz çğıiöşüİ
    uk абвгґдеєжзиіїйклмнопрстуфхцчшщьюя i
    ur ء..غ ف..\u{652} ٱ ٹپچڈڑژکگںھہۂۃیےۓ | \u{6F0}..\u{6F9}
    vi a..z àáạảãâầấậẩẫăằắặẳẵèéẹẻẽêềếệểễìíịỉĩòóọỏõôồốộổỗơờớợởỡùúụủũưừứựửữỳýỵỷỹđ
    zh 一..鿿 㐀..䶿
    """
}
