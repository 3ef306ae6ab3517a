/** Languages that are suggested; `OCTAVO_LOCALES` takes any other code as well. */
export const languageCodes: readonly string[] =
  'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr fy ga gl gu ha he hi hr hu hy id ig is it ja ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn oc or pa pl ps pt pt-BR ro ru sd si sk sl so sq sr st sv sw ta te tg th tk tl tn tr tt uk ur uz vi wo xh yi yo zh zh-Hans zh-Hant zu'.split(
    ' ',
  )
