// gettext, which Swift's Glibc module leaves out.
#include <libintl.h>
