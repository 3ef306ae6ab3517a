// @ts-check
import { meaningOf, reasonOf, textOf } from './texts.js'

/** What the service refused, or could not be asked; `message` is for people, in the language of the page. */
export class ApiFailure extends Error {
  /**
   * @param {string} message
   * @param {{ status: number, code: string, details?: Record<string, any> }} about status 0: it was not reached
   */
  constructor(message, { status, code, details = {} }) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/**
 * Calls the service as the person who is signed in. Gives the data of the answer; throws ApiFailure.
 * @param {string} method @param {string} path below the API @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function callApi(method, path, body) {
  const response = await send(method, path, body)
  const answer = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer.data ?? answer
  const code = typeof answer?.error?.code === 'string' ? answer.error.code : 'INTERNAL_ERROR'
  const message = messageFor(response.status, answer?.error)
  throw new ApiFailure(message, { status: response.status, code, details: answer?.error?.details })
}

/** @param {string} method @param {string} path @param {unknown} body */
async function send(method, path, body) {
  try {
    return await fetch(`/_cms/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        // No form of another site can send it, so a session counts only with it.
        'x-octavo-request': '1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ApiFailure(textOf('offline'), { status: 0, code: 'OFFLINE' })
  }
}

/** @param {number} status @param {{ code?: string, message?: unknown, details?: { reason?: string } } | undefined} error */
function messageFor(status, { code = '', message, details } = {}) {
  if (status >= 500) return textOf('failed')
  return (
    reasonOf(details?.reason) ?? meaningOf(code) ?? (typeof message === 'string' ? message : textOf('failed'))
  )
}
