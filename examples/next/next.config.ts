import { join } from 'node:path'
import type { NextConfig } from 'next'

/** Requests with the token of a preview link. */
const withToken = { has: [{ type: 'query' as const, key: 'preview' }], permanent: false }

const config: NextConfig = {
  poweredByHeader: false,
  // The client is linked from this repository, which the bundler must be allowed to read. Outside of it, remove this.
  turbopack: { root: join(import.meta.dirname, '..', '..') },
  redirects: async () => [
    { source: '/', destination: '/en', permanent: false },
    // A preview link leads to the page of an item, or to the home page for a change-set, with a token.
    { ...withToken, source: '/:locale(en|de)', destination: '/api/preview?path=/:locale' },
    { ...withToken, source: '/:locale(en|de)/:path*', destination: '/api/preview?path=/:locale/:path*' },
  ],
}

export default config
