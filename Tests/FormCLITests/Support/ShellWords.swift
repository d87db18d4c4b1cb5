/// The words of a command line as a shell splits it: at blanks outside of single quotes.
struct ShellWords {
  private(set) var words: [String] = []

  init(_ line: String) {
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
  }
}
