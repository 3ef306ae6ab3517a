import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Commit, commits } from './bare/commits.ts'
import { type BareDatabase, openBare } from './bare/database.ts'
import { answerParent } from './servers/answer-parent.ts'

/**
 * What the machine can do: node:http, a token check, prepared SQL. No validation, no revisions, no drafts, one
 * right. Reads `BENCH_FOLDER`, `BENCH_TOKEN`, `BENCH_COMMIT` (each or shared) and `PORT` from the environment.
 */

const { BENCH_FOLDER = '', BENCH_TOKEN = '', BENCH_COMMIT, PORT } = process.env
const database = openBare(BENCH_FOLDER)
const commit = commits(database, BENCH_COMMIT === 'shared' ? 'shared' : 'each')
const tokens = new Map([[hash(BENCH_TOKEN), { scopes: ['content:read', 'content:write'] }]])
const base = '/_cms/api/content/posts'
const fileBase = '/_cms/api/media/file/'
const searchBase = '/_cms/api/search?q='
const idPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const server = createServer((request, response) => {
  if (request.url?.startsWith(fileBase) === true) return sendFile(request.url, response)
  const scope = request.method === 'GET' ? 'content:read' : 'content:write'
  if (!isAllowed(request, scope)) return send(response, 401, Buffer.from('{"success":false}'))
  const url = request.url ?? ''
  if (request.method === 'GET') return read(url, response)
  withBody(request, (body) => write(database, commit, { url, method: request.method ?? '', body }, response))
})

server.listen(Number(PORT), '127.0.0.1', () => answerParent())
process.on('SIGTERM', () => {
  // Else the log of the database would stay behind and be copied with it.
  database.close()
  process.exit(0)
})

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function isAllowed({ headers }: IncomingMessage, scope: string): boolean {
  const { authorization = '' } = headers
  if (!authorization.startsWith('Bearer ')) return false
  return tokens.get(hash(authorization.slice('Bearer '.length)))?.scopes.includes(scope) === true
}

function read(url: string, response: ServerResponse): void {
  if (url.startsWith(searchBase)) return send(response, 200, searchAnswer(url.slice(searchBase.length)))
  if (!url.startsWith(base)) return send(response, 404, Buffer.from('{"success":false}'))
  const rest = url.slice(base.length)
  if (rest.startsWith('/')) {
    const name = rest.slice(1)
    const body = idPattern.test(name) ? database.byId(name) : database.bySlug(name)
    return body === undefined
      ? send(response, 404, Buffer.from('{"success":false}'))
      : send(response, 200, body)
  }
  send(response, 200, database.list(50))
}

/** The best twenty, each with the piece around the word, cut and escaped here. */
function searchAnswer(word: string): Buffer {
  const results = database.search(word, 20).map(({ text, ...hit }) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word))
    const start = Math.max(0, at - 60)
    const piece = (from: number, to: number): string =>
      text.slice(from, to).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    const end = at + word.length
    const snippet = `${piece(start, at)}<mark>${piece(at, end)}</mark>${piece(end, start + 200)}`
    return { collection: 'posts', ...hit, snippet }
  })
  return Buffer.from(JSON.stringify({ results }))
}

function withBody(request: IncomingMessage, use: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => use(Buffer.concat(chunks)))
}

interface Write {
  url: string
  method: string
  body: Buffer
}

interface GivenItem {
  data: { title: string; excerpt: string; body: unknown; rank: number }
}

let count = 0

function write(
  target: BareDatabase,
  run: Commit,
  { url, method, body }: Write,
  response: ServerResponse,
): void {
  const { data } = JSON.parse(body.toString()) as GivenItem
  const now = new Date().toISOString()
  const id = method === 'POST' ? `7${(++count).toString(10).padStart(25, '0')}` : url.slice(base.length + 1)
  const slug = method === 'POST' ? data.title.toLowerCase().replaceAll(' ', '-') : ''
  run(
    () => {
      if (method === 'POST') target.insert({ ...data, id, slug, now, body: JSON.stringify(data.body) })
      else target.update(id, data.excerpt, now)
    },
    () => send(response, method === 'POST' ? 201 : 200, target.byId(id) ?? Buffer.alloc(0)),
  )
}

function sendFile(url: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream' })
  createReadStream(`${BENCH_FOLDER}/files/${url.slice(fileBase.length)}`).pipe(response)
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
}
