import { ConfigError } from '../../config.ts'
import { isDiskFull } from '../../platform/database/failure.ts'
import { OctavoError } from '../../platform/errors.ts'
import { isStoreOutage } from '../../platform/files/store-failure.ts'

const correct = 'Correct OCTAVO_BACKUP_URL.'
const makeSpace = 'Make space there, or lower OCTAVO_BACKUP_KEEP.'

/** code of an error of the system → advice */
const folderAdvice: Record<string, string> = {
  EACCES: 'Give the folder to the user of the service, or name another one in OCTAVO_BACKUP_URL.',
  EPERM: 'Give the folder to the user of the service, or name another one in OCTAVO_BACKUP_URL.',
  EROFS: 'Mount the disk so that it can be written, or name another folder in OCTAVO_BACKUP_URL.',
}

const correctKeys = 'Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'

/** name of an error of the store → advice */
const storeAdvice: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or correct its name in OCTAVO_BACKUP_URL.',
  CredentialsProviderError: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  InvalidAccessKeyId: correctKeys,
  SignatureDoesNotMatch: correctKeys,
  AccessDenied: 'Allow the credentials to list, read, write and delete in the bucket.',
  PermanentRedirect: 'Add the region to OCTAVO_BACKUP_URL.',
  AuthorizationHeaderMalformed: 'Add the region to OCTAVO_BACKUP_URL.',
}

/**
 * What an operator can do where the place of scheduled backups cannot be used. Opening a place throws a ConfigError,
 * with the error of the store as its cause; checking a folder throws an OctavoError with that of the system.
 */
export function backupAdvice(error: unknown): string {
  if (error instanceof ConfigError) return storeAdviceFor(error.cause)
  if (!(error instanceof OctavoError)) return correct
  const { cause, details } = error
  if (details?.['reason'] === 'backupFolderTooSmall' || isDiskFull(cause)) return makeSpace
  const code = codeOf(cause)
  // The package for S3, which is optional, is not installed; the message names it.
  if (code === 'ERR_MODULE_NOT_FOUND') return 'Install the package, or name a folder in OCTAVO_BACKUP_URL.'
  return folderAdvice[code] ?? correct
}

/** `cause` is undefined for an address that names no store. */
function storeAdviceFor(cause: unknown): string {
  if (!(cause instanceof Error)) return correct
  const isDown = storeAdvice[cause.name] === undefined && isStoreOutage(cause)
  return isDown
    ? 'Check that the store runs, and the endpoint in OCTAVO_BACKUP_URL.'
    : (storeAdvice[cause.name] ?? correct)
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? ''
}
