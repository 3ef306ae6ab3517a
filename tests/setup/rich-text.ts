import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const run = promisify(execFile)
const admin = fileURLToPath(new URL('../../packages/admin/', import.meta.url))

export interface RichTextPage {
  readonly url: string
  close(): Promise<void>
}

/** Serves the page that holds nothing but the editor, with the policy that the admin is served with. */
export async function startRichText(): Promise<RichTextPage> {
  const server = await listen(await builtPage())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The folder of the page, which is built once in a run; several may do so at once. */
async function builtPage(): Promise<string> {
  const folder = join(inject('runFolder'), 'rich-text')
  if (existsSync(folder)) return folder
  const own = await mkdtemp(`${folder}-`)
  await buildInto(own)
  await rename(own, folder).catch(async (error: unknown) => {
    await rm(own, { recursive: true, force: true })
    // Another process was first.
    if (!existsSync(folder)) throw error
  })
  return folder
}

async function buildInto(folder: string): Promise<void> {
  await run(
    process.execPath,
    [
      '--conditions=octavo-source',
      fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url)),
      'build',
      'harness/rich-text',
      '--config=harness/rich-text/vite.config.ts',
      '--configLoader=native',
      `--outDir=${folder}`,
      '--logLevel=error',
    ],
    { cwd: admin },
  )
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

async function listen(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    const name = path === '/' ? 'index.html' : normalize(path)
    void answer(join(folder, name)).then(
      ({ body, headers }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function answer(path: string): Promise<{ body: Buffer | string; headers: Record<string, string> }> {
  const file = await readFile(path)
  const headers = { 'content-type': types[extname(path)] ?? 'application/octet-stream' }
  if (extname(path) !== '.html') return { body: file, headers }
  const nonce = randomUUID()
  return {
    body: file.toString('utf8').replaceAll('__NONCE__', nonce),
    headers: { ...headers, 'content-security-policy': policy(nonce) },
  }
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
