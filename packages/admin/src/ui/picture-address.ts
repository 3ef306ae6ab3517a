import { apiPath } from '@octavo/contract/rest'

const files = `${apiPath}/media/file/`

/**
 * The address of a picture that lies with this service or in the document itself, or null: the page's policy lets no
 * picture of another host in, which could see who reads what. A file of the service is at home here whatever address the
 * service had when the picture was chosen.
 */
export function ownPicture(url: string, here = location.origin): string | null {
  if (url === '' || !URL.canParse(url, here)) return null
  const { protocol, origin, pathname } = new URL(url, here)
  if (protocol === 'data:' || protocol === 'blob:') return url
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (isWeb && pathname.startsWith(files)) return pathname
  return origin === here ? url : null
}

/**
 * The addresses of a picture, in the order to try them: first a smaller form of it (`w=640`), which the service makes of
 * most files, then the file itself. Empty where {@link ownPicture} finds nothing.
 */
export function pictureAddresses(url: string, form: string, here = location.origin): string[] {
  const source = ownPicture(url, here)
  if (source === null) return []
  return source.startsWith(files) && !source.endsWith('.svg') ? [`${source}?${form}`, source] : [source]
}
