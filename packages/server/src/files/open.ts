import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { Files } from './files.ts'
import { Incoming } from './incoming.ts'
import { LocalFiles } from './local.ts'

export interface S3Place {
  readonly bucket: string
  /** empty, or ending in a slash */
  readonly prefix: string
  readonly region: string
  readonly endpoint: string | null
}

export interface FileServices {
  readonly files: Files
  readonly incoming: Incoming
}

/** Opens the store that the settings name. Throws a ConfigError that names the setting. */
export async function openFiles({ filesUrl, dataDir, maxUploadBytes }: Config): Promise<FileServices> {
  const incoming = new Incoming({ folder: join(dataDir, 'uploads'), mostBytes: maxUploadBytes })
  if (filesUrl === null) return { files: new LocalFiles(join(dataDir, 'files')), incoming }
  const place = placeOf(filesUrl)
  // Its client is large: only those who use it pay for it at the start.
  const { S3Files } = await import('./s3.ts')
  return { files: new S3Files(place, incoming), incoming }
}

const parameters = ['endpoint', 'region']

/** `s3://bucket/prefix?endpoint=https://…&region=…` */
function placeOf(text: string): S3Place {
  const url = new URL(text)
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) {
    throw new ConfigError(
      `OCTAVO_FILES_URL has the parameter ${unknown}; it can have ${parameters.join(' and ')}.`,
    )
  }
  if (url.hostname === '') throw new ConfigError('OCTAVO_FILES_URL names no bucket: s3://bucket/prefix.')
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint)) {
    throw new ConfigError('OCTAVO_FILES_URL has an endpoint that is no address like https://s3.example.com.')
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    endpoint,
  }
}
