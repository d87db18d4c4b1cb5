extension TextEncoding {
  /// The labels of the encoding, except its name: those of the Encoding Standard, and names that
  /// other programs use.
  ///
  /// ISO-8859-9 and -11 are labels of windows-1254 and -874, which have the same letters; GBK is
  /// one of gb18030, which includes it.
  package var otherLabels: [String] {
    switch self {
    case .utf8:
      words(
        """
        unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8
        """)
    case .utf16LittleEndian: words("csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff")
    case .utf16BigEndian: words("unicodefffe")
    case .windows1252: words("ansi_x3.4-1968 ascii cp1252 us-ascii x-cp1252")
    case .windows1250: words("cp1250 x-cp1250")
    case .windows1251: words("cp1251 x-cp1251")
    case .windows1253: words("cp1253 x-cp1253")
    case .windows1254:
      words(
        """
        cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 \
        l5 latin5 x-cp1254
        """)
    case .windows1255: words("cp1255 x-cp1255")
    case .windows1256: words("cp1256 x-cp1256")
    case .windows1257: words("cp1257 x-cp1257")
    case .windows1258: words("cp1258 x-cp1258")
    case .windows874:
      words(
        """
        dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 cp874
        """)
    case .latin1:
      words(
        """
        cp819 csisolatin1 ibm819 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1
        """)
    case .iso88592:
      words(
        """
        csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        """)
    case .iso88593:
      words(
        """
        csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        """)
    case .iso88594:
      words(
        """
        csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        """)
    case .iso88595:
      words(
        """
        csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        """)
    case .iso88596:
      words(
        """
        arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e \
        iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        """)
    case .iso88597:
      words(
        """
        csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 \
        iso_8859-7:1987 sun_eu_greek
        """)
    case .iso88598:
      words(
        """
        csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 \
        iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical
        """)
    case .iso885910: words("csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6")
    case .iso885913: words("iso8859-13 iso885913 latin7 l7")
    case .iso885914: words("iso8859-14 iso885914 latin8 l8")
    case .iso885915: words("csisolatin9 iso8859-15 iso885915 iso_8859-15 l9 latin9")
    case .iso885916: words("latin10 l10")
    case .koi8R: words("cskoi8r koi koi8 koi8_r")
    case .koi8U: words("koi8-ru")
    case .ibm437: words("437 cp437 cspc8codepage437")
    case .ibm850: words("850 cp850 cspc850multilingual")
    case .ibm852: words("852 cp852 cspcp852")
    case .ibm866: words("866 cp866 csibm866")
    case .macRoman: words("csmacintosh mac x-mac-roman mac-roman")
    case .macCyrillic: words("x-mac-ukrainian mac-cyrillic")
    case .gb18030:
      words(
        """
        chinese csgb2312 csiso58gb231280 gb2312 gb_2312-80 gbk iso-ir-58 x-gbk cp936
        """)
    case .big5: words("big5-hkscs cn-big5 csbig5 x-x-big5 cp950")
    case .shiftJIS:
      words(
        """
        csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932
        """)
    case .eucJP: words("cseucpkdfmtjapanese x-euc-jp")
    case .eucKR:
      words(
        """
        cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
        windows-949 cp949 uhc
        """)
    }
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
