import type { TFunction } from 'i18next'
import { isFailure, isForeign, isSilence, issuesOf } from './failures.ts'
import { PasskeyFailure } from './passkey-failure.ts'
import { messageOf, reasonText } from './service-text.ts'

/**
 * The message of a failure for the person. Messages of the service are written for people and name the cause, so they
 * are shown, except for general failures.
 */
export function failureText(error: unknown, t: TFunction<'common'>): string {
  if (isSilence(error)) return t('failures.silence')
  if (error instanceof PasskeyFailure) return t(`failures.passkey.${error.problem}`)
  if (!isFailure(error)) return t('failures.unknown')
  const { code, status, requestId, retryAfter } = error
  if (status === 429) return tooMany(retryAfter, t)
  if (isForeign(error)) return t(status === 413 ? 'failures.foreignTooLarge' : 'failures.foreign', { status })
  if (status === 401) return t('failures.signedOut')
  if (code === 'REAUTHENTICATION_REQUIRED') return t('failures.notConfirmed')
  if (status === 403) return t('failures.forbidden', { message: messageOf(error) })
  if (status === 413) return t('failures.tooLarge', { message: messageOf(error) })
  if (status === 507) return t('failures.diskFull')
  if (status >= 500) return t('failures.internal', { requestId: requestId ?? '–' })
  const reason = reasonText(error.details)
  if (reason !== undefined) return reason
  const [issue] = issuesOf(error)
  if (issue !== undefined && issue.path !== '') return `${issue.path}: ${issue.message}`
  return messageOf(error)
}

function tooMany(retryAfter: number | null, t: TFunction<'common'>): string {
  if (retryAfter === null || retryAfter < 1) return t('failures.tooMany')
  return t('failures.tooManyUntil', { count: retryAfter })
}
