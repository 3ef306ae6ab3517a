import { createReadStream } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type Commit, commits } from './bare/commits.ts'
import { type BareDatabase, openBare } from './bare/database.ts'
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
import { answerParent } from './servers/answer-parent.ts'

/**
 * What the machine can do: node:http, a token check, prepared SQL. No validation, no revisions, no drafts, one
 * right. Reads `BENCH_FOLDER`, `BENCH_TOKEN`, `BENCH_COMMIT` (each or shared) and `PORT` from the environment.
 */

const { BENCH_FOLDER = '', BENCH_TOKEN = '', BENCH_COMMIT, PORT } = process.env
const database = openBare(BENCH_FOLDER)
const commit = commits(database, BENCH_COMMIT === 'shared' ? 'shared' : 'each')
const isAllowed = guard(BENCH_TOKEN)
const fileBase = '/_cms/api/media/file/'

const server = createServer((request, response) => {
  if (request.url?.startsWith(fileBase) === true) return sendFile(request.url, response)
  if (!isAllowed(request)) return send(response, 401, Buffer.from('{"success":false}'))
  const url = request.url ?? ''
  if (request.method === 'GET') return read(url, response)
  withBody(request, (body) => {
    if (url !== mcpPath) return write(database, commit, { url, method: request.method ?? '', body }, response)
    const call = JSON.parse(body.toString()) as GetCall
    send(response, 200, toolAnswer(call, database.textById(call.params.arguments.id)))
  })
})

server.listen(Number(PORT), '127.0.0.1', () => answerParent())
process.on('SIGTERM', () => {
  // Else the log of the database would stay behind and be copied with it.
  database.close()
  process.exit(0)
})

function read(url: string, response: ServerResponse): void {
  if (url.startsWith(searchBase)) return send(response, 200, found(url.slice(searchBase.length)))
  if (!url.startsWith(postsPath)) return send(response, 404, undefined)
  const rest = url.slice(postsPath.length)
  if (rest.startsWith('/')) {
    const name = rest.slice(1)
    return send(response, 200, isId(name) ? database.byId(name) : database.bySlug(name))
  }
  const after = positionOf(rest)
  send(response, 200, after === null ? database.list(50) : database.listAfter(50, ...after))
}

function found(word: string): Buffer {
  return searchAnswer(word, database.search(word, 20))
}

interface Write {
  url: string
  method: string
  body: Buffer
}

function write(
  target: BareDatabase,
  run: Commit,
  { url, method, body }: Write,
  response: ServerResponse,
): void {
  const given = JSON.parse(body.toString()) as GivenItem
  const item = method === 'POST' ? newItem(given) : null
  const id = item?.id ?? lastPart(url)
  run(
    () => {
      if (item === null) target.update(id, given.data.excerpt, new Date().toISOString())
      else target.insert(item)
    },
    () => send(response, item === null ? 200 : 201, target.byId(id)),
  )
}

function sendFile(url: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream' })
  createReadStream(`${BENCH_FOLDER}/files/${url.slice(fileBase.length)}`).pipe(response)
}
