// GLib from 2.88 on tells the compiler which of its enumerations are flags, and Swift then imports these in
// another shape. Without that they have one shape, whatever the version.
#pragma once
#define __GLIB_H_INSIDE__
#include <glib/gmacros.h>
#undef __GLIB_H_INSIDE__
#undef G_GNUC_FLAG_ENUM
#define G_GNUC_FLAG_ENUM
