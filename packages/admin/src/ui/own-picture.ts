/**
 * The address of a picture that lies with this service or in the document itself, or null: the page's policy lets no
 * picture of another host in, which could see who reads what.
 */
export function ownPicture(url: string): string | null {
  if (!URL.canParse(url, location.origin)) return null
  const { protocol, origin } = new URL(url, location.origin)
  return origin === location.origin || protocol === 'data:' || protocol === 'blob:' ? url : null
}
