import type { IncomingHttpHeaders } from 'node:http'

/**
 * The revision of the protocol whose requests have an envelope: `_meta` with the revision, the client and its
 * capabilities. Revisions are dates.
 */
export const modernRevision = '2026-07-28'

/** the first revision that knows structured content and output schemas */
const structuredRevision = '2025-06-18'

/**
 * Whether a client reads structured content. Clients of revisions that know it send their revision with each request.
 * Others get the answer once, as text.
 */
export function readsStructured(headers: IncomingHttpHeaders): boolean {
  const revision = headers['mcp-protocol-version']
  return typeof revision === 'string' && revision >= structuredRevision
}
