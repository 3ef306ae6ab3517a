import { join } from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  // The client is linked from this repository, which the bundler must be allowed to read. Outside of it, remove this.
  turbopack: { root: join(import.meta.dirname, '..', '..') },
  redirects: async () => [
    { source: '/', destination: '/en', permanent: false },
    {
      // A preview link leads to the page of an item, with a token.
      source: '/:locale(en|de)/:path*',
      has: [{ type: 'query', key: 'preview' }],
      destination: '/api/preview?path=/:locale/:path*',
      permanent: false,
    },
  ],
}

export default config
