import type { ErrorCode } from '@octavo/contract/errors'
import { OctavoApiError } from './api-error.ts'
import type { Route } from './routes.ts'

interface Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly details: Record<string, unknown>
}

/**
 * Reads a response: the data in its envelope; the whole body where the route has no envelope; the text if the response
 * has one of the alternative media types of the route; null for 304. Throws OctavoApiError for any other response.
 */
export async function readAnswer(
  response: Response,
  { alternatives = {}, isBare = false }: Pick<Route, 'alternatives' | 'isBare'>,
): Promise<unknown> {
  if (response.status === 304) return null
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
  const text = await response.text()
  if (response.ok && Object.hasOwn(alternatives, mediaType)) return text
  const body = mediaType === 'application/json' ? parsed(text) : undefined
  const { status } = response
  const about = {
    status,
    requestId: response.headers.get('x-request-id'),
    retryAfter: secondsUntil(response.headers.get('retry-after')),
  }
  if (isBare && isObject(body) && response.ok) return body
  if (isObject(body) && body['success'] === true && response.ok) return body['data']
  if (isObject(body) && body['success'] === false && isObject(body['error'])) {
    const { code, message, details } = body['error'] as unknown as Failure
    throw new OctavoApiError(message, { ...about, code, details })
  }
  throw new OctavoApiError(`The answer (HTTP ${status}) is not one of Octavo. Is the base address right?`, {
    ...about,
    code: 'UNEXPECTED_ANSWER',
  })
}

/** What `Retry-After` says: a number of seconds, or a time. */
function secondsUntil(value: string | null): number | null {
  if (value === null) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
