/**
 * A server that answers requests with the REST API of Payload. As a site of Next it would do the same behind more layers.
 * With SETUP it makes the tables and the user, and ends: Payload makes tables by itself only outside of production.
 */
const server = `import { createServer } from 'node:http'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig, getPayload, handleEndpoints } from 'payload'

const { DATABASE_FILE, PORT, API_KEY, SETUP } = process.env
const config = await buildConfig({
  secret: 'bench-secret-0123456789abcdef',
  telemetry: false,
  typescript: { autoGenerate: false },
  db: sqliteAdapter({ client: { url: 'file:' + DATABASE_FILE } }),
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    {
      slug: 'posts',
      versions: { drafts: true },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'slug', type: 'text', unique: true, index: true },
        { name: 'excerpt', type: 'textarea' },
        { name: 'body', type: 'json' },
        { name: 'rank', type: 'number' },
      ],
    },
  ],
})
const payload = await getPayload({ config })
if (SETUP !== undefined) {
  const user = { email: 'bench@example.com', password: 'bench-password', enableAPIKey: true, apiKey: API_KEY }
  await payload.create({ collection: 'users', data: user })
  process.exit(0)
}
createServer(async (incoming, outgoing) => {
  const parts = []
  for await (const part of incoming) parts.push(part)
  const headers = new Headers(incoming.headers)
  const key = incoming.headers.authorization?.replace(/^Bearer /, '')
  if (key !== undefined) headers.set('authorization', 'users API-Key ' + key)
  const body = parts.length > 0 ? Buffer.concat(parts) : undefined
  const url = 'http://127.0.0.1:' + PORT + incoming.url
  const response = await handleEndpoints({ config, request: new Request(url, { method: incoming.method, headers, body }) })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}).listen(Number(PORT), '127.0.0.1')
`

export const payloadFiles = { 'server.js': server }
