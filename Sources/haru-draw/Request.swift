import Glibc
import HaruCards
import HaruCore
import HaruDesktop
import HaruText

/// One card to draw, and where to.
struct Request {
  private let card: Card
  private let format: Card.Format
  private let file: String

  /// Reads `FORMAT:FILE WORD…`.
  init(_ words: [String]) throws(Failure) {
    guard let target = words.first, let colon = target.firstIndex(of: ":"),
      let format = Card.Format(rawValue: String(target[..<colon]))
    else { throw Failure(64, CardText.badRequest(words.first ?? "")) }
    do {
      card = try Card(words: Array(words.dropFirst()))
    } catch {
      throw Failure(64, CardText.badRequest(error.word))
    }
    self.format = format
    file = String(target[target.index(after: colon)...])
  }

  /// Draws it, and writes the picture whole or not at all.
  func fulfil() throws(Failure) {
    let picture: [UInt8]
    do {
      picture = try card.picture(as: format)
    } catch {
      throw Failure(error)
    }
    if file == "-" {
      guard StandardStream.output.write(picture) else {
        throw Failure(
          74, CommandText.cannotWrite("standard output", String(cString: strerror(errno))))
      }
      return
    }
    do {
      try WholeFile.write(picture: picture, to: file)
    } catch {
      throw Failure(73, CommandText.cannotWrite(file, "\(error)"))
    }
  }
}

/// Why nothing was drawn: one line, and an exit status of sysexits(3).
struct Failure: Error {
  let status: Int32
  let message: String

  init(_ status: Int32, _ message: String) {
    (self.status, self.message) = (status, message)
  }

  init(_ error: DrawingError) {
    switch error {
    case .noFont: self.init(69, CardText.noFont)
    case .noGlyphs(let words): self.init(69, CardText.noGlyphs(words))
    case .failed(let reason): self.init(74, CardText.notDrawn(reason))
    }
  }
}
