/** synonyms of types */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/apng': 'image/png',
  'image/tif': 'image/tiff',
  'image/x-ms-bmp': 'image/bmp',
  'image/ico': 'image/x-icon',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/psd': 'image/vnd.adobe.photoshop',
  'image/x-photoshop': 'image/vnd.adobe.photoshop',
  'application/x-photoshop': 'image/vnd.adobe.photoshop',
  'audio/mp3': 'audio/mpeg',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/mid': 'audio/midi',
  'video/x-m4v': 'video/mp4',
  'video/x-msvideo': 'video/vnd.avi',
  'video/avi': 'video/vnd.avi',
  'font/sfnt': 'font/ttf',
  'application/x-font-ttf': 'font/ttf',
  'application/x-font-truetype': 'font/ttf',
  'application/x-font-otf': 'font/otf',
  'application/x-font-opentype': 'font/otf',
  'application/font-woff': 'font/woff',
  'application/x-font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'application/vnd.rar': 'application/x-rar-compressed',
  'application/x-rar': 'application/x-rar-compressed',
  'application/vnd.debian.binary-package': 'application/x-deb',
  'application/vnd.microsoft.portable-executable': 'application/x-msdownload',
  'application/x-dosexec': 'application/x-msdownload',
  'text/rtf': 'application/rtf',
  'text/xml': 'application/xml',
  'text/javascript': 'application/javascript',
}

/** The canonical name of a type, without parameters. */
export function plainType(name: string): string {
  const type = (name.split(';', 1)[0] ?? '').trim().toLowerCase()
  return aliases[type] ?? type
}

/** Whether two names mean the same type; many types have a registered name and an older one with `x-`. */
export function isSameType(one: string, other: string): boolean {
  return one.replace('/x-', '/') === other.replace('/x-', '/')
}

/**
 * Types of `application/` whose files the library recognises, sometimes or always, only as their container: documents
 * of Office and other programs, packages of Java, Android and Firefox.
 */
const inContainers =
  /^application\/(msword|vnd\.(openxmlformats|oasis|ms-|visio|apple|android)|java-archive|x-xpinstall)/

/** containers of many types, where the declared type can be more specific than the bytes */
const containers: Readonly<Record<string, RegExp>> = {
  'application/zip': /^application\/(epub\+zip|java-archive|x-.*|vnd\..*)$/,
  'application/gzip': /^application\/(x-compressed-tar|x-tgz|x-gtar|x-gtar-compressed|x-compressed)$/,
  'application/x-cfb': /^application\/(msword|x-.*|vnd\..*)$/,
  'image/tiff': /^image\/(x-.*|vnd\..*)$/,
  'image/heif': /^image\/hei[fc](-sequence)?$/,
  'image/heic': /^image\/hei[fc](-sequence)?$/,
  'audio/mp4': /^video\/mp4$/,
  'video/mp4': /^(audio\/mp4|video\/quicktime)$/,
  'video/quicktime': /^video\/mp4$/,
  'video/webm': /^audio\/webm$/,
  'video/matroska': /^(video\/webm|audio\/(x-)?matroska)$/,
  'video/mp1s': /^video\/mpeg$/,
  'video/mp2p': /^video\/mpeg$/,
  'video/3gpp': /^audio\/3gpp$/,
  'application/vnd.ms-asf': /^(audio|video)\/x-ms-(asf|wma|wmv)$/,
  'video/x-ms-asf': /^(audio|video)\/x-ms-(asf|wma|wmv)$/,
  'audio/x-ms-asf': /^audio\/x-ms-wma$/,
  'audio/ogg': /^((audio|video|application)\/ogg|audio\/opus)$/,
  'video/ogg': /^(audio|application)\/ogg$/,
  'application/ogg': /^(audio|video)\/ogg$/,
}

/**
 * Whether a file whose bytes show the type `found` may have the more specific type `declared`. `hasOwnBytes`: files of
 * that type are recognised by their own bytes.
 */
export function mayHold(found: string, declared: string, hasOwnBytes: boolean): boolean {
  if (containers[found]?.test(declared) !== true) return false
  // A type of `application/` with its own bytes would have been found, unless it is one of `inContainers`.
  return !hasOwnBytes || !declared.startsWith('application/') || inContainers.test(declared)
}

/** Text types outside `text/` without a recognisable syntax. */
const texts =
  /^(image\/(x-xpixmap|x-xbitmap|x-xbm|x-portable-\w+|vnd\.dxf)|audio\/(x-)?(mpegurl|scpls)|application\/.*|message\/.*|model\/.*|chemical\/.*)$/

const svg = 'image/svg+xml'

/** Whether text of the type `found` may be declared as `declared`. `isJson`: it begins like JSON. */
export function mayBeText(found: string, declared: string, isJson: boolean): boolean {
  if (/^application\/json$|\+json$/.test(declared)) return isJson
  switch (found) {
    // HTML and Markdown can begin with an `svg` element, too.
    case svg:
      return /^(application\/xml|text\/(html|markdown))$/.test(declared)
    case 'text/html':
      return /^(text\/.*|application\/(xml|xhtml\+xml))$/.test(declared)
    case 'application/xml':
      return /^(text\/.*|application\/.*|model\/.*|image\/.*\+xml)$/.test(declared) && declared !== svg
    default:
      // A type with `+zip` is an archive.
      return (declared.startsWith('text/') || texts.test(declared)) && !declared.endsWith('+zip')
  }
}

/** Whether a file of this type must be text. */
export function isTextual(type: string): boolean {
  return /^text\/|^application\/(json|xml|javascript|x-ndjson|yaml|toml|sql)$|\+(json|xml)$/.test(type)
}
