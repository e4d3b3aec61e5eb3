#include "../CGLib/flags.h"
#include <gdk-pixbuf/gdk-pixbuf.h>
