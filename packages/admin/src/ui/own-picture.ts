import { apiPath } from '@octavo/contract/rest'

/**
 * The address of a picture that lies with this service or in the document itself, or null: the page's policy lets no
 * picture of another host in, which could see who reads what. A file of the service is at home here whatever address the
 * service had when the picture was chosen.
 */
export function ownPicture(url: string, here = location.origin): string | null {
  if (!URL.canParse(url, here)) return null
  const { protocol, origin, pathname } = new URL(url, here)
  if (protocol === 'data:' || protocol === 'blob:') return url
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (isWeb && pathname.startsWith(`${apiPath}/media/file/`)) return pathname
  return origin === here ? url : null
}
