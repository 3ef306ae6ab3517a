import type { AnyRule, RuleParams } from './rules.ts'

/** The one table of error codes: code → HTTP status and meaning. */
export const errorCodes = {
  NOT_FOUND: { status: 404, meaning: 'It does not exist, or the caller may not see it.' },
  VALIDATION_ERROR: { status: 400, meaning: 'The input is not valid; details.issues names every problem.' },
  UNAUTHORIZED: { status: 401, meaning: 'The token is missing or not valid.' },
  FORBIDDEN: { status: 403, meaning: 'The role or the scopes of the caller do not allow this.' },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    meaning:
      'The person must confirm their identity again: with a passkey (POST auth/reauthenticate), or by signing in again with a mailed link.',
  },
  CONTENT_LIST_ERROR: { status: 500, meaning: 'Content could not be read.' },
  CONTENT_CREATE_ERROR: { status: 500, meaning: 'Content could not be created.' },
  CONTENT_UPDATE_ERROR: { status: 500, meaning: 'Content could not be changed.' },
  CONTENT_DELETE_ERROR: { status: 500, meaning: 'Content could not be deleted.' },
  MEDIA_LIST_ERROR: { status: 500, meaning: 'Media could not be read.' },
  MEDIA_CREATE_ERROR: { status: 500, meaning: 'The file could not be stored.' },
  SCHEMA_ERROR: {
    status: 400,
    meaning: 'The change of a collection or field is not possible; the message says why.',
  },
  DUPLICATE_SLUG: { status: 409, meaning: 'The slug is taken.' },
  RESERVED_SLUG: { status: 400, meaning: 'The slug is reserved for the service.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The address does not support this method; the header Allow lists the supported ones.',
  },
  CONFLICT: {
    status: 409,
    meaning:
      'Another object has the value, the item has changed meanwhile, or its state does not allow this.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    meaning:
      'The events after this cursor are no longer kept; fetch everything again and start without a cursor.',
  },
  PRECONDITION_FAILED: { status: 412, meaning: 'If-Match does not name the current version.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than the service accepts.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The endpoint does not accept bodies of this media type.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; Retry-After says when to try again.' },
  INSUFFICIENT_STORAGE: {
    status: 507,
    meaning: 'There is no space left for what is to be stored. Reading still works.',
  },
  SERVICE_UNAVAILABLE: { status: 503, meaning: 'The service is starting or stopping; try again.' },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The database or the file store does not respond; Retry-After says when to try again.',
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'Something failed inside the service; the request id leads to the log.',
  },
} as const

export type ErrorCode = keyof typeof errorCodes

/**
 * One problem of an input: where (`data.title`) and what was expected. If it breaks a rule of the table of rules,
 * `rule` names it, and `params` are the parameters of its message.
 */
export interface Issue {
  path: string
  message: string
  rule?: AnyRule
  params?: RuleParams
}
