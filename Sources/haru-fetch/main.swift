import HaruGitHub
