import { ConfigError } from '../../config.ts'
import type { S3Place } from './s3-place.ts'

/** The parts of a store client's error that we read. */
interface StoreError {
  readonly name?: string
  readonly message?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
  /** `client` or `server`; absent if the client could not read the answer as that of a store */
  readonly $fault?: string
}

/** why a bucket cannot be used, by the name of the error of the store or its client */
const reasons: Record<string, string> = {
  NoSuchBucket: 'the store has no bucket of that name',
  InvalidAccessKeyId: 'the store does not know the access key (AWS_ACCESS_KEY_ID)',
  SignatureDoesNotMatch: 'the store refuses the secret key (AWS_SECRET_ACCESS_KEY)',
  CredentialsProviderError: 'there are no credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)',
  AccessDenied: 'the credentials may not list, read, write and delete in it',
  PermanentRedirect: 'it is in another region; add region=… to the address',
  AuthorizationHeaderMalformed: 'it is in another region; add region=… to the address',
}

/** Whether the store is failing or cannot be reached; a later attempt can succeed. */
export function isStoreOutage(error: unknown): boolean {
  if (nameOf(error) === 'CredentialsProviderError') return false
  const { $metadata } = error as StoreError
  const status = $metadata?.httpStatusCode
  return status === undefined || status >= 500 || status === 429
}

/** The reason why the store cannot be used, with the name of the setting to check. */
export function storeFailure(error: unknown, { setting, bucket, endpoint }: S3Place): ConfigError {
  const reason = reasons[nameOf(error)] ?? otherReason(error as StoreError)
  const place = endpoint === null ? bucket : `${bucket} at ${new URL(endpoint).host}`
  return new ConfigError(`${setting} names the bucket ${place}, which cannot be used: ${reason}.`, {
    cause: error,
  })
}

function otherReason(error: StoreError): string {
  if (isStoreOutage(error)) return 'it does not answer'
  return isUnreadable(error) ? 'the server is no file store' : (error.message ?? '').replace(/\.?\s*$/, '')
}

/** Whether the server has answered, but not with what a store answers: a web page, success or a redirection. */
function isUnreadable(error: StoreError): boolean {
  const status = error.$metadata?.httpStatusCode
  return status !== undefined && (status < 400 || error.$fault === undefined || error.name === 'UnknownError')
}

function nameOf(error: unknown): string {
  return (error as StoreError).name ?? ''
}
