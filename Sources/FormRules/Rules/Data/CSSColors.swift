/// The colour names of CSS. Comparison ignores the case of ASCII letters.
enum CSSColors {
  /// The 148 named colours (CSS Color 4, 6.1).
  static let named = set(
    """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue \
    blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk \
    crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki \
    darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen \
    darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue \
    dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite \
    gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki \
    lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan \
    lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen \
    lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen \
    magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen \
    mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream \
    mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid \
    palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum \
    powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown \
    seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen \
    steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
    """)

  /// The system colours, including the deprecated ones (CSS Color 4, 6.2 and appendix A).
  static let system = set(
    """
    AccentColor AccentColorText ActiveText ButtonBorder ButtonFace ButtonText Canvas CanvasText \
    Field FieldText GrayText Highlight HighlightText LinkText Mark MarkText SelectedItem \
    SelectedItemText VisitedText ActiveBorder ActiveCaption AppWorkspace Background \
    ButtonHighlight ButtonShadow CaptionText InactiveBorder InactiveCaption InactiveCaptionText \
    InfoBackground InfoText Menu MenuText Scrollbar ThreeDDarkShadow ThreeDFace ThreeDHighlight \
    ThreeDLightShadow ThreeDShadow Window WindowFrame WindowText
    """)

  /// The keywords (CSS Color 4, 6.3 and 6.4).
  static let keywords = set("transparent currentcolor")

  private static func set(_ words: String) -> ByteStringSet {
    ByteStringSet(words.split(separator: " ").map { Array($0.utf8) }, ignoresCase: true)
  }
}
