extension Double {
  /// The number with at most six significant digits.
  package var shortDescription: String {
    if self == rounded(), magnitude < 1e15 { return String(Int64(self)) }
    guard isFinite, magnitude >= 1e-4, magnitude < 1e15 else { return description }
    var scale = 1.0
    while scale * magnitude < 1e5, scale < 1e9 { scale *= 10 }
    let short = (self * scale).rounded() / scale
    return short == short.rounded() ? String(Int64(short)) : short.description
  }
}
