import type { AnyRule, RuleParams } from './rules.ts'

/** The one table of error codes (specification 7.1 and decisions 3): code → HTTP status and meaning. */
export const errorCodes = {
  NOT_FOUND: { status: 404, meaning: 'There is no such thing, or the caller may not know of it.' },
  VALIDATION_ERROR: { status: 400, meaning: 'The input is not valid; details.issues names every problem.' },
  UNAUTHORIZED: { status: 401, meaning: 'The token is missing or not valid.' },
  FORBIDDEN: { status: 403, meaning: 'The role or the scopes of the caller do not reach.' },
  CONTENT_LIST_ERROR: { status: 500, meaning: 'Content could not be read.' },
  CONTENT_CREATE_ERROR: { status: 500, meaning: 'Content could not be created.' },
  CONTENT_UPDATE_ERROR: { status: 500, meaning: 'Content could not be changed.' },
  CONTENT_DELETE_ERROR: { status: 500, meaning: 'Content could not be deleted.' },
  MEDIA_LIST_ERROR: { status: 500, meaning: 'Media could not be read.' },
  MEDIA_CREATE_ERROR: { status: 500, meaning: 'The file could not be taken in.' },
  SCHEMA_ERROR: {
    status: 400,
    meaning: 'The change of a collection or field is not possible; the message says why.',
  },
  DUPLICATE_SLUG: { status: 409, meaning: 'The slug is taken.' },
  RESERVED_SLUG: { status: 400, meaning: 'The slug is reserved for the service.' },
  CONFLICT: {
    status: 409,
    meaning: 'Something else holds the value, the item changed meanwhile, or its state does not allow this.',
  },
  PRECONDITION_FAILED: { status: 412, meaning: 'If-Match does not name the current version.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than the service accepts.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not of a type that this endpoint takes.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; Retry-After says when to come back.' },
  SERVICE_UNAVAILABLE: { status: 503, meaning: 'The service is starting or stopping; try again.' },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'Something failed inside the service; the request id leads to the log.',
  },
} as const

export type ErrorCode = keyof typeof errorCodes

/** One problem of an input: where (`data.title`) and what was expected; `rule` where it is one of the table of rules. */
export interface Issue {
  path: string
  message: string
  rule?: AnyRule
  params?: RuleParams
}
