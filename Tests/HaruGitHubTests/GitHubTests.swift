import HaruGitHub
import Testing
