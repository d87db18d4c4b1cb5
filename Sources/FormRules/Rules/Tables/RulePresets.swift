/// Lists of rules by name, for the rule `use`. Rule sets are kept with these names in them, so what
/// a name means never changes once it has been released; a better list gets a new name.
enum RulePresets {
  /// The presets, by name. Those with `atg` (ATGValidator), `fvs` (FormValidatorSwift), `ajw`
  /// (AJWValidator), `val` (Validator) or `ngr` (NGRValidator) in front take what these libraries
  /// take, for rule sets that come from there.
  static let all: [(name: String, rules: DefinitionNode)] = [
    ("identifier", [["pattern": "[A-Za-z_][A-Za-z0-9_]*"]]),
    ("slug", [["pattern": "[a-z0-9]+(-[a-z0-9]+)*"]]),
    (
      "personName",
      [
        ["length": ["max": 200]],
        ["characters": ["set": ["letter", " ", "-", "'", "\u{2019}", "."], "mode": "only"]],
      ]
    ),
    ("atg.email", [["pattern": #"[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}"#]]),
    (
      "fvs.email",
      [
        [
          "pattern": [
            "pattern": #"[+\w.\-']+@[a-z0-9-]+(\.[a-z0-9-]+)*(\.[a-z]{2,})+"#,
            "ignoreCase": "true",
          ]
        ]
      ]
    ),
    (
      "ajw.email",
      [
        [
          "pattern":
            #"[_A-Za-z0-9+-]+(\.[_A-Za-z0-9+-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}"#
        ]
      ]
    ),
    (
      "val.email",
      [
        [
          "pattern":
            #"[_A-Za-z0-9+-]+(\.[_A-Za-z0-9+-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"#
        ]
      ]
    ),
    ("ngr.phone", [["phone": ["profile": "shape", "separators": "false"]]]),
  ]

  /// The rules of that name.
  static func rules(named name: String) -> DefinitionNode? { all.first { $0.name == name }?.rules }
}
