import { api, type AbuseRequest, type Attack, json } from '../attack.ts'

const megabyte = 1024 * 1024

function post(path: string, body: string | Buffer, headers: Readonly<Record<string, string>>): AbuseRequest {
  return { method: 'POST', path: api + path, headers, body }
}

const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

/** Bodies that are refused before they are read: no user is signed in. */
export const refusedAttacks: readonly Attack[] = [
  {
    name: 'MCP without a token',
    requests: [post('/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', json)],
  },
  {
    name: '10 MB to MCP without a token',
    connections: 8,
    requests: [post('/mcp', `[${'1,'.repeat(5 * megabyte)}1]`, json)],
  },
  {
    name: '10 MB to content without a token',
    connections: 8,
    requests: [post('/content/posts', 'x'.repeat(10 * megabyte), json)],
  },
  {
    name: '10 MB of lists for an unknown address',
    connections: 8,
    requests: [post('/nothing', `[${'[],'.repeat(149_000)}${' '.repeat(9 * megabyte)}1]`, json)],
  },
  {
    name: 'an upload without a token',
    connections: 8,
    requests: [post('/media', part + 'x'.repeat(megabyte), multipart)],
  },
  {
    name: 'an import without a token',
    connections: 8,
    requests: [post('/import/external/analyze', part + 'x'.repeat(megabyte), multipart)],
  },
  {
    name: 'an upload that never ends',
    manner: 'endless',
    requests: [{ ...post('/media', 'x'.repeat(megabyte), multipart), chunkBytes: 65_536 }],
  },
  {
    name: 'a body of bytes that never ends',
    manner: 'endless',
    requests: [{ ...post('/content/posts', 'x'.repeat(16_384), json), chunkBytes: 1 }],
  },
  {
    name: 'a public body that never ends',
    manner: 'endless',
    requests: [{ ...post('/auth/magic-link/send', 'x'.repeat(16_384), json), chunkBytes: 1 }],
  },
  {
    name: 'a body for an unknown address that never ends',
    manner: 'endless',
    requests: [{ ...post('/nothing', 'x'.repeat(megabyte), json), chunkBytes: 65_536 }],
  },
]
