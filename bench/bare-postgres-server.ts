import { createServer, type IncomingMessage } from 'node:http'
import { type GivenItem, guard, isId, newItem, postsPath, send, withBody } from './bare/http.ts'
import { openBarePostgres } from './bare/postgres.ts'
import { answerParent } from './servers/answer-parent.ts'

/**
 * The bare server on PostgreSQL. Reads `BENCH_DATABASE`, `BENCH_TOKEN` and `PORT` from the environment. A page behind an
 * item is `?after=<createdAt>,<id>`.
 */

const { BENCH_DATABASE = '', BENCH_TOKEN = '', PORT } = process.env
const database = openBarePostgres(BENCH_DATABASE)
const isAllowed = guard(BENCH_TOKEN)

const server = createServer((request, response) => {
  if (!isAllowed(request)) return send(response, 401, Buffer.from('{"success":false}'))
  const status = request.method === 'POST' ? 201 : 200
  const answer = (body: Promise<Buffer | undefined>): void =>
    void body.then((bytes) => send(response, status, bytes))
  if (request.method === 'GET') return answer(read(request.url ?? ''))
  withBody(request, (body) => answer(write(request, JSON.parse(body.toString()) as GivenItem)))
})

server.listen(Number(PORT), '127.0.0.1', () => answerParent())
process.on('SIGTERM', () => process.exit(0))

function read(url: string): Promise<Buffer | undefined> {
  const rest = url.slice(postsPath.length)
  if (rest.startsWith('/')) {
    const name = rest.slice(1)
    return isId(name) ? database.byId(name) : database.bySlug(name)
  }
  const after = /[?&]after=([^,&]+),([^&]+)/.exec(rest)
  return after === null ? database.list(50) : database.listAfter(50, after[1] ?? '', after[2] ?? '')
}

function write({ method, url = '' }: IncomingMessage, given: GivenItem): Promise<Buffer | undefined> {
  if (method === 'POST') return database.insert(newItem(given))
  const now = new Date().toISOString()
  return database.update(url.slice(postsPath.length + 1), given.data.excerpt, now)
}
