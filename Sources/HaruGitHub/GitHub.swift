internal import CCurl
public import HaruCore

/// Asks GitHub.
public enum GitHub {}
