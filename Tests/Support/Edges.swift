public import HaruCore

/// The values at the bounds of a column, and whether it holds them: one before the first, the first, one after it;
/// the same at the end; and what is far beyond.
public enum Edges {
  private static let bounds = StoredBounds.instants

  /// Of an instant.
  public static let instants: [(Instant, Bool)] = [
    (bounds.lowerBound - 1, false), (bounds.lowerBound, true), (bounds.lowerBound + 1, true),
    (bounds.upperBound - 1, true), (bounds.upperBound, true), (bounds.upperBound + 1, false),
    (Instant(.min), false), (Instant(.max), false),
  ]

  /// Of a count.
  public static let counts: [(Int, Bool)] = [
    (-1, false), (0, true), (1, true), ((1 << 53) - 1, true), (1 << 53, true),
    ((1 << 53) + 1, false), (.min, false), (.max, false),
  ]
}
