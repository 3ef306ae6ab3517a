import { fileURLToPath } from 'node:url'
import type { Config } from '../../../config.ts'
import { s3PlaceOf } from '../../../platform/files/s3-place.ts'
import { loadOptional } from '../../../platform/optional-package.ts'
import { FolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'

/**
 * Throws a ConfigError for an invalid address of a bucket, so that the service fails at its start and not at the first
 * backup. The address of a folder was checked with the other settings (`config.ts`).
 */
export function assertBackupUrl(url: string | null): void {
  if (url?.startsWith('s3:') === true) s3PlaceOf(url, 'OCTAVO_BACKUP_URL')
}

/** The folder or bucket that OCTAVO_BACKUP_URL names. */
export async function openBackupPlace(
  url: string,
  { filesTimeout }: Pick<Config, 'filesTimeout'>,
): Promise<BackupPlace> {
  if (url.startsWith('file:')) return new FolderPlace(fileURLToPath(url))
  const place = s3PlaceOf(url, 'OCTAVO_BACKUP_URL')
  const { S3BackupPlace } = await loadOptional('@aws-sdk/client-s3', () => import('./s3-place.ts'))
  return new S3BackupPlace(place, filesTimeout)
}
