/// The commands with their options and arguments, which `docs/commands.md` shows.
enum CommandOptions {
  static func items() throws -> Set<String> {
    var items: Set<String> = ["formrec --version", "formrec --version --verbose", "formrec --help"]
    for (command, help) in CommandHelp.all {
      let name = "formrec \(command)"
      items.insert(name)
      for line in help.split(separator: "\n") {
        // Such as `  -o, --output <output>  Description`; text continues with more blanks.
        guard let match = line.prefixMatch(of: #/  ((?:-|<)\S.*?)(?:  |$)/#) else { continue }
        let words = match.1.split { $0 == " " || $0 == "," || $0 == "/" }
        for word in words where word.hasPrefix("-") { items.insert("\(name) \(word)") }
        if !match.1.hasPrefix("-") { items.insert("\(name) \(match.1)") }
      }
    }
    return items
  }
}
