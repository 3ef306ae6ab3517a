import type { Server } from '../servers/server.ts'

export const collectionPath = '/_cms/api/content/posts'
const pageSize = 100

/** The body of an answer that must be a success. */
export async function fetchBytes({ url, token }: Server, path: string): Promise<Buffer> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok)
    throw new Error(`${path} was answered with ${response.status}: ${bytes.toString().slice(0, 300)}`)
  return bytes
}

/** The cursor at which a list continues behind its first `count` items, found as any client finds it. */
export async function cursorBehind(server: Server, count: number, query = ''): Promise<string> {
  let cursor = ''
  for (let seen = 0; seen < count; seen += pageSize) {
    const limit = Math.min(pageSize, count - seen)
    const found = await nextCursor(server, limit, query, cursor)
    if (found === undefined) throw new Error(`The list ends before item ${count}.`)
    cursor = found
  }
  return cursor
}

/** The cursors behind each `step` items of a whole list, in its order. */
export async function allCursors(server: Server, step: number, query = ''): Promise<string[]> {
  const cursors: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    cursor = await nextCursor(server, step, query, cursor)
    if (cursor !== undefined) cursors.push(cursor)
  }
  return cursors
}

/** The cursor behind the page that begins at a cursor; undefined at the end of the list. */
async function nextCursor(
  server: Server,
  limit: number,
  query: string,
  cursor: string,
): Promise<string | undefined> {
  const start = cursor === '' ? '' : `&cursor=${cursor}`
  const page = await fetchBytes(server, `${collectionPath}?limit=${limit}${query}${start}`)
  return /"nextCursor":"([^"]+)"\}\}$/.exec(page.subarray(-1000).toString())?.[1]
}
