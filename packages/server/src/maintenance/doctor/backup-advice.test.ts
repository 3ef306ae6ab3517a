import { expect, it } from 'vitest'
import { ConfigError } from '../../config.ts'
import { OctavoError, refusal } from '../../platform/errors.ts'
import { backupAdvice } from './backup-advice.ts'

const system = (code: string): Error => Object.assign(new Error(code), { code })
const store = (name: string, status?: number): Error =>
  Object.assign(new Error(name), {
    name,
    $metadata: status === undefined ? {} : { httpStatusCode: status },
  })
const folder = (code: string): Error =>
  refusal('UNAVAILABLE', 'backupFolderRefused', { folder: '/backups', code }, { cause: system(code) })
const bucket = (cause: Error): Error => new ConfigError('It cannot be used.', { cause })

const cases: [Error, RegExp][] = [
  [folder('EACCES'), /^Give the folder to the user/],
  [folder('EROFS'), /^Mount the disk/],
  [folder('ENOTDIR'), /^Correct OCTAVO_BACKUP_URL/],
  [refusal('UNAVAILABLE', 'backupFolderFull', {}, { cause: system('ENOSPC') }), /^Make space/],
  [refusal('UNAVAILABLE', 'backupFolderTooSmall', { free: 1, needed: 2 }), /^Make space/],
  [
    new OctavoError('UNAVAILABLE', 'Missing', { cause: system('ERR_MODULE_NOT_FOUND') }),
    /^Install the package/,
  ],
  [bucket(store('TimeoutError')), /^Check that the store runs/],
  [bucket(store('InternalError', 500)), /^Check that the store runs/],
  [bucket(store('NoSuchBucket', 404)), /^Create the bucket/],
  [bucket(store('CredentialsProviderError')), /^Set AWS_ACCESS_KEY_ID/],
  [bucket(store('SignatureDoesNotMatch', 403)), /^Correct AWS_ACCESS_KEY_ID/],
  [bucket(store('AccessDenied', 403)), /^Allow the credentials to list/],
  [bucket(store('PermanentRedirect', 301)), /^Add the region/],
  [new ConfigError('OCTAVO_BACKUP_URL names no bucket.'), /^Correct OCTAVO_BACKUP_URL/],
  [new Error('other'), /^Correct OCTAVO_BACKUP_URL/],
]

it.each(cases)('says what to do about %s', (error, advice) => {
  expect(backupAdvice(error)).toMatch(advice)
})
