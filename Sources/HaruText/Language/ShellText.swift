/// A word as a shell reads it literally.
public func shellQuoted(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/.,_-".contains($0))
    }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return isPlain ? word : "'" + parts.joined(separator: #"'\''"#) + "'"
}
