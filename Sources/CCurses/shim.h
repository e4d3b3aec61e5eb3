#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// What Swift does not import: macros that compute, and variables that change.
static const attr_t haru_bold = A_BOLD;
static const attr_t haru_faint = A_DIM;
static const attr_t haru_reverse = A_REVERSE;
static inline int haru_rows(void) { return LINES; }
static inline int haru_columns(void) { return COLS; }
static inline int haru_colors(void) { return has_colors() ? COLORS : 0; }

/// Writes a text to the terminal; a signal may interrupt everything else.
static inline void haru_write(const char *text) {
  if (write(STDOUT_FILENO, text, strlen(text)) < 0) return;
}

/// Asks the terminal to report the mouse, also while a button is held, in a form that knows every column, and to put
/// marks around what is pasted. One that knows none of this passes over it.
static void haru_ask_terminal(void) { haru_write("\033[?1000h\033[?1002h\033[?1006h\033[?2004h"); }
static void haru_ask_no_more(void) { haru_write("\033[?2004l\033[?1006l\033[?1002l\033[?1000l"); }

/// Whether the terminal keeps its title while a program has the whole screen, and takes it again at the end.
static inline bool haru_keeps_title(void) {
  const char *begin = tigetstr("smcup");
  return begin != NULL && begin != (char *)-1 && strstr(begin, "\033[22;0;0t") != NULL;
}

/// Gives the terminal back as it was.
static void haru_end_screen(void) {
  haru_ask_no_more();
  endwin();
}

/// Restores the terminal, and lets a signal end the process after all.
static void haru_end_by(int number) {
  haru_end_screen();
  signal(number, SIG_DFL);
  raise(number);
}

/// Has a stop wait while something is drawn, or no longer.
static inline void haru_hold_stop(bool isHeld) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTSTP);
  sigprocmask(isHeld ? SIG_BLOCK : SIG_UNBLOCK, &signals, NULL);
}

/// Gives the terminal back while a signal stops the process, and takes it again after that.
static void haru_stop_by(int number) {
  haru_end_screen();
  signal(number, SIG_DFL);
  raise(number);
  // Here the process stops, and goes on one day.
  haru_hold_stop(false);
  signal(number, haru_stop_by);
  haru_hold_stop(true);
  haru_ask_terminal();
  doupdate();
}

/// Begins to draw on the terminal; false if its kind is unknown.
static inline bool haru_begin_screen(void) {
  // A stop that has an action already is left alone by ncurses, which would ignore it while it draws. A shell without
  // control of jobs has it ignored.
  haru_hold_stop(true);
  void (*former)(int) = signal(SIGTSTP, haru_stop_by);
  bool begins = newterm(NULL, stdout, stdin) != NULL;
  if (!begins || former == SIG_IGN) signal(SIGTSTP, former);
  haru_hold_stop(false);
  if (!begins) return false;
  // Those that ask a process to end come through the main loop.
  const int ends[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGUSR1, SIGUSR2, SIGALRM,
                      SIGXCPU, SIGSYS};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], haru_end_by);
  cbreak();
  noecho();
  nonl();
  // What was typed is read before anything is drawn.
  typeahead(-1);
  haru_ask_terminal();
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  return true;
}
