import { apiPath } from '@octavo/contract/rest'

/** the path below which the service has all files */
const filesPath = `${apiPath}/media/file/`

/**
 * The URL of an image or another file that this page may load, or null. The Content-Security-Policy allows none of
 * other hosts, which could track readers. A file of the service is loaded from the current origin, even if it was
 * stored with another one.
 */
export function loadableUrl(url: string, pageOrigin = location.origin): string | null {
  if (url === '' || !URL.canParse(url, pageOrigin)) return null
  const { protocol, origin, pathname } = new URL(url, pageOrigin)
  if (protocol === 'data:' || protocol === 'blob:') return url
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (isWeb && pathname.startsWith(filesPath)) return pathname
  return origin === pageOrigin ? url : null
}

/**
 * The URLs of an image, in the order to try them: first a variant (`w=640`), which the service makes of most images,
 * then the file itself. Empty if {@link loadableUrl} returns null.
 */
export function pictureAddresses(url: string, variant: string, pageOrigin = location.origin): string[] {
  const source = loadableUrl(url, pageOrigin)
  if (source === null) return []
  return source.startsWith(filesPath) && !source.endsWith('.svg')
    ? [`${source}?${variant}`, source]
    : [source]
}
