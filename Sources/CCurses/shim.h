#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <signal.h>

// What Swift does not import: macros that compute, and variables that change.
// A press whose release is read with it may come as a click.
static const mmask_t haru_button_press = BUTTON1_PRESSED | BUTTON1_CLICKED;
static const mmask_t haru_wheel_up = BUTTON4_PRESSED;
static const mmask_t haru_wheel_down = BUTTON5_PRESSED;
static const attr_t haru_bold = A_BOLD;
static const attr_t haru_faint = A_DIM;
static const attr_t haru_reverse = A_REVERSE;
static inline int haru_rows(void) { return LINES; }
static inline int haru_columns(void) { return COLS; }
static inline int haru_colors(void) { return has_colors() ? COLORS : 0; }

/// Restores the terminal, and lets a signal end the process after all.
static void haru_end_by(int number) {
  endwin();
  signal(number, SIG_DFL);
  raise(number);
}

/// Begins to draw on the terminal; false if its kind is unknown.
static inline bool haru_begin_screen(void) {
  if (newterm(NULL, stdout, stdin) == NULL) return false;
  // Those that ask a process to end come through the main loop.
  const int ends[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGUSR1, SIGUSR2, SIGALRM,
                      SIGXCPU, SIGSYS};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], haru_end_by);
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(50);
  // A press counts at once, and not only once it is known to be a click.
  mouseinterval(0);
  mousemask(haru_button_press | BUTTON1_RELEASED | haru_wheel_up | haru_wheel_down, NULL);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  return true;
}
