#include "../CGLib/flags.h"
#include <cairo-svg.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>

// Types that some versions of Pango show and others hide, and Swift so takes for different ones.

// A new context to lay text out in, for what is drawn on a surface.
static inline PangoContext *_Nullable haru_pango_context(cairo_t *_Nonnull cairo) {
  return pango_cairo_create_context(cairo);
}

// Whether the font of a layout's first run draws in colours of its own.
static inline gboolean haru_layout_is_in_color(PangoLayout *_Nonnull layout) {
  PangoLayoutLine *line = pango_layout_get_line_readonly(layout, 0);
  if (!line || !line->runs) return FALSE;
  PangoFont *font = ((PangoGlyphItem *)line->runs->data)->item->analysis.font;
  hb_font_t *hb = font ? pango_font_get_hb_font(font) : NULL;
  if (!hb) return FALSE;
  hb_face_t *face = hb_font_get_face(hb);
#if HB_VERSION_ATLEAST(7, 0, 0)
  if (hb_ot_color_has_paint(face)) return TRUE;
#endif
  return hb_ot_color_has_png(face) || hb_ot_color_has_layers(face) || hb_ot_color_has_svg(face);
}
