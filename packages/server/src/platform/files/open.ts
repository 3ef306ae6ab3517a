import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { loadOptional } from '../optional-package.ts'
import { Outage } from '../outage.ts'
import type { Files } from './files.ts'
import { Incoming } from './incoming.ts'
import { LocalFiles } from './local.ts'
import { s3PlaceOf } from './s3-place.ts'

export interface FileServices {
  readonly files: Files
  readonly incoming: Incoming
}

/** Opens the configured file store. Throws a ConfigError that names the setting. */
export async function openFiles(
  { filesUrl, filesTimeout: timeout, dataDir, maxUploadBytes }: Config,
  log: Logger,
): Promise<FileServices> {
  const incoming = new Incoming({ folder: join(dataDir, 'uploads'), maxBytes: maxUploadBytes })
  if (filesUrl === null) return { files: new LocalFiles(join(dataDir, 'files')), incoming }
  const place = s3PlaceOf(filesUrl, 'OCTAVO_FILES_URL')
  // The S3 client is large, so it is loaded only when needed.
  const { S3Files } = await loadOptional(
    '@aws-sdk/client-s3 @aws-sdk/s3-request-presigner',
    () => import('./s3.ts'),
  )
  const outage = new Outage('file store', log)
  return { files: new S3Files({ place, incoming, timeout, outage }), incoming }
}
