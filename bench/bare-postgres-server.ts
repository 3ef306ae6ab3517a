import { createServer, type IncomingMessage } from 'node:http'
import {
  type GetCall,
  type GivenItem,
  guard,
  isId,
  lastPart,
  mcpPath,
  newItem,
  positionOf,
  postsPath,
  send,
  toolAnswer,
  withBody,
} from './bare/http.ts'
import { searchAnswer, searchBase } from './bare/search.ts'
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
  const status = request.method === 'POST' && request.url !== mcpPath ? 201 : 200
  const answer = (body: Promise<Buffer | undefined>): void =>
    void body.then((bytes) => send(response, status, bytes))
  if (request.method === 'GET') return answer(read(request.url ?? ''))
  withBody(request, (body) => {
    const given: unknown = JSON.parse(body.toString())
    answer(request.url === mcpPath ? tool(given as GetCall) : write(request, given as GivenItem))
  })
})

server.listen(Number(PORT), '127.0.0.1', () => answerParent())
process.on('SIGTERM', () => process.exit(0))

async function tool(call: GetCall): Promise<Buffer> {
  return toolAnswer(call, await database.textById(call.params.arguments.id))
}

async function search(word: string): Promise<Buffer> {
  return searchAnswer(word, await database.search(word, 20))
}

function read(url: string): Promise<Buffer | undefined> {
  if (url.startsWith(searchBase)) return search(url.slice(searchBase.length))
  const rest = url.slice(postsPath.length)
  if (rest.startsWith('/')) {
    const name = rest.slice(1)
    return isId(name) ? database.byId(name) : database.bySlug(name)
  }
  const after = positionOf(rest)
  return after === null ? database.list(50) : database.listAfter(50, ...after)
}

function write({ method, url = '' }: IncomingMessage, given: GivenItem): Promise<Buffer | undefined> {
  if (method === 'POST') return database.insert(newItem(given))
  const now = new Date().toISOString()
  return database.update(lastPart(url), given.data.excerpt, now)
}
