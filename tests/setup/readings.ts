/** Who asks for what a fixture holds the answers of. */
export const readers = ['admin', 'subscriber', 'editor'] as const
export type Reader = (typeof readers)[number]

/** What one of them got from a path: the data of success, or the code of a failure. A list is whole, with all its pages. */
export interface Reading {
  readonly reader: Reader
  readonly path: string
  readonly data: unknown
}

/** Asks for a path; returns the body of the answer. */
export type Get = (path: string) => Promise<unknown>

interface Page {
  readonly items: unknown[]
  readonly nextCursor?: string
}

/** Asks for a path, and for all pages that follow. */
export async function readWhole(get: Get, path: string): Promise<unknown> {
  const first = dataIn(await get(path))
  if (!isPage(first)) return first
  const items = [...first.items]
  for (let cursor = first.nextCursor; cursor !== undefined;) {
    const next = dataIn(
      await get(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`),
    )
    if (!isPage(next)) throw new Error(`A page of ${path} is none: ${JSON.stringify(next)}`)
    items.push(...next.items)
    cursor = next.nextCursor
  }
  const { nextCursor: _, ...rest } = first
  return { ...rest, items }
}

function dataIn(body: unknown): unknown {
  const { data, error, ...bare } = body as { data?: unknown; error?: { code: string } }
  return error === undefined ? (data ?? bare) : { error: error.code }
}

function isPage(data: unknown): data is Page {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)
}
