import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { dataOf } from './answers.ts'
import { startObjectStore } from './s3.ts'
import { type Answer, type Engine, engines, startService, type TestService } from './service.ts'
import type { Any } from './json.ts'

export const stores = ['local', 's3'] as const
export type Store = (typeof stores)[number]

/** What databases and stores do with each other: their one suite is `rest/media.test.ts`. */
export const allEnginesAndStores = engines.flatMap((engine) =>
  stores.map((store) => [engine, store] as const),
)

/** Every other suite about stored files runs on each engine and on each store, in the pairs that are usual. */
export const enginesAndStores = [
  ['sqlite', 'local'],
  ['postgres', 's3'],
] as const satisfies readonly (readonly [Engine, Store])[]

/** Starts a service that keeps its files in a store. */
export async function startMediaService(
  engine: Engine,
  store: Store,
  env: Record<string, string> = {},
): Promise<TestService> {
  if (store === 'local') return startService(engine, { env })
  const objects = await startObjectStore()
  const service = await startService(engine, { env: { ...env, OCTAVO_FILES_URL: objects.url } })
  return {
    ...service,
    close: async () => {
      await service.close()
      await objects.close()
    },
  }
}

export interface Part {
  name: string
  /** absent for a part of text */
  filename?: string
  type?: string
  content: string | Buffer
}

/** A `multipart/form-data` body. */
export function formOf(parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const boundary = `----${randomUUID()}`
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

interface Sent {
  filename?: string
  type?: string
  content: string | Buffer
  more?: readonly Part[]
  token?: string
}

/** Uploads a file as a form does. */
export function upload(
  service: Pick<TestService, 'ask'>,
  { filename = 'file.bin', type = 'application/octet-stream', content, more = [], token }: Sent,
): Promise<Answer> {
  const form = formOf([...more, { name: 'file', filename, type, content }])
  return service.ask('POST', '/media', { ...form, ...(token !== undefined && { token }) })
}

/** Uploads a file that must be taken, and returns its item. */
export async function uploaded(service: Pick<TestService, 'ask'>, sent: Sent): Promise<Any> {
  return dataOf(await upload(service, sent), 201).item
}

/** The file at a key, as everybody gets it. */
export function fetchFile(
  service: Pick<TestService, 'ask'>,
  key: string,
  { query = '', headers = {}, method = 'GET', token = null as string | null } = {},
): Promise<Answer> {
  return service.ask(method, `/media/file/${key}${query}`, { token, headers })
}

let count = 0

/** A picture that no other test has. */
export function picture(
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' = 'png',
  { width = 40, height = 30, orientation = 1 } = {},
): Promise<Buffer> {
  const shade = ++count
  const background = { r: shade % 256, g: (shade >> 8) % 256, b: Math.floor(Math.random() * 256) }
  return sharp({ create: { width, height, channels: 3, background } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer()
}

/** Local files that wait to be looked at: none, unless an upload is under way. */
export function waitingFiles({ services }: TestService): string[] {
  try {
    return readdirSync(join(services.config.dataDir, 'uploads'))
  } catch {
    return []
  }
}

/** Whether bytes are at a key of the store, whatever the records say. */
export async function isStored({ services }: TestService, key: string): Promise<boolean> {
  return (await services.files.facts(key)) !== null
}
