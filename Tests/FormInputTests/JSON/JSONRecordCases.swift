/// Objects for the readers of JSON Lines and of arrays.
enum JSONRecordCases {
  /// A line with its expected cells, or `code column`.
  static let all: [(String, [String?]?, String?)] = [
    (#"{"a":"x","b":1}"#, ["x", "1"], nil),
    (#" { "b" : -1.50e+3 , "a" : true } "#, ["true", "-1.50e+3"], nil),
    (#"{"b":"\u0041\n\"\\\/\b\f\r\t"}"#, [nil, "A\n\"\\/\u{8}\u{C}\r\t"], nil),
    (#"{"a":null,"b":""}"#, [nil, ""], nil),
    (#"{"\u0061":"\ud83d\ude00\u0000","b":"\u00e9\u20ac"}"#, ["😀\0", "é€"], nil),
    (
      #"{"a":[1, {"x":[]}],"b":{ "y":"\"" , "z":[[]]}}"#,
      [#"[1, {"x":[]}]"#, #"{ "y":"\"" , "z":[[]]}"#], nil
    ),
    (
      #"{"a":"12345678901234567890123","b":12345678901234567890123}"#,
      ["12345678901234567890123", "12345678901234567890123"], nil
    ),
    ("{}", [nil, nil], nil),
    ("{\"a\":\"x\u{2028}\"}", ["x\u{2028}", nil], nil),
    (#"{"a":1,}"#, nil, "json.syntax 8"), (#"{'a':1}"#, nil, "json.syntax 2"),
    (#"{a:1}"#, nil, "json.syntax 2"), (#"{"a":NaN}"#, nil, "json.syntax 6"),
    (#"{"a":Infinity}"#, nil, "json.syntax 6"), (#"{"a":01}"#, nil, "json.syntax 7"),
    (#"{"a":+1}"#, nil, "json.syntax 6"), (#"{"a":.5}"#, nil, "json.syntax 6"),
    (#"{"a":1.}"#, nil, "json.syntax 8"), (#"{"a":1e}"#, nil, "json.syntax 8"),
    (#"{"a":0x1}"#, nil, "json.syntax 7"), (#"{"a":"\x"}"#, nil, "json.syntax 8"),
    (#"{"a":"\u12"}"#, nil, "json.syntax 11"), ("{\"a\":\"\t\"}", nil, "json.syntax 7"),
    (#"{"a":"\ud800"}"#, nil, "json.syntax 7"), (#"{"a":"\udc00x"}"#, nil, "json.syntax 7"),
    (#"{"a":"\ud800\u0041"}"#, nil, "json.syntax 7"), (#"{"a":tru}"#, nil, "json.syntax 9"),
    (#"{"a":[1,]}"#, nil, "json.syntax 9"), (#"{"a":{"b":1,}}"#, nil, "json.syntax 13"),
    (#"{"a":[1}"#, nil, "json.syntax 8"), (#"{"a":"#, nil, "json.syntax 6"),
    (#"{"a""#, nil, "json.syntax 5"), ("{", nil, "json.syntax 2"),
    (#"{"a":"x"#, nil, "json.syntax 8"),
    (#"{"a":1,"a":2}"#, nil, "json.duplicateKey 8"),
    (#"{"\u0061":1,"a":null}"#, nil, "json.duplicateKey 13"),
    (#"{"new":1,"new":2}"#, nil, "json.duplicateKey 10"),
    (#"{"a":{"x":1,"\u0078":2}}"#, nil, "json.duplicateKey 13"),
    (
      #"{"a":{"x":{"x":1},"y":[{"x":1},{"x":1}]}}"#,
      [#"{"x":{"x":1},"y":[{"x":1},{"x":1}]}"#, nil], nil
    ),
    ("[1]", nil, "json.notAnObject 1"), (" 1", nil, "json.notAnObject 2"),
    ("\"x\"", nil, "json.notAnObject 1"), ("x", nil, "json.notAnObject 1"),
  ]
}
