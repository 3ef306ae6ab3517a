import type { Issue } from '@octavo/contract/errors'
import type { ImportJob } from '@octavo/contract/operations/imports'
import i18next from 'i18next'

/** Translates the frequent messages of the service by their stable names; the service itself writes English. */
type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined

const say: Say = (key, params = {}) => {
  const { language } = i18next
  if (!i18next.isInitialized || !i18next.exists(`service:${key}`, { lng: language })) return undefined
  return i18next.t(`service:${key}` as 'common:save', params)
}

/** The message of an issue, translated if there is a translation for its rule. */
export function issueText({ message, rule, params = {} }: Issue): string {
  return (rule !== undefined && say(`rules.${rule}`, params)) || message
}

type Details = Readonly<Record<string, unknown>>

/** The message of a failed call, translated; undefined if there is no translation for its reason. */
export function reasonText({ reason, params }: Details): string | undefined {
  return typeof reason === 'string' ? say(`reasons.${reason}`, withWhy(params as Details)) : undefined
}

/** The parameter `why`, an obstacle to undo, has its own translations. */
function withWhy(params: Details = {}): Details {
  const { why } = params
  return why === undefined ? params : { ...params, why: say(`undoObstacles.${String(why)}`) ?? '' }
}

type Cause = ImportJob['because'][number]

/** The message of an import remark, translated; `text` if a part of it has no translation. */
export function causeText(text: string | null, because: readonly Cause[]): string | null {
  const texts = because.map(textOf)
  return texts.length === 0 || texts.includes(undefined) ? text : texts.join(' ')
}

function textOf({ path = '', rule, reason, remark, params, because = [] }: Cause): string | undefined {
  if (remark !== undefined) return say(`remarks.${remark}`, withFault(params, because))
  if (rule === undefined) return reasonText({ reason, params })
  const said = say(`rules.${rule}`, params)
  return said === undefined || path === '' ? said : `${path}: ${said}`
}

/** Faults in a remark have their own translations. */
function withFault(params: Cause['params'], because: readonly Cause[]): Cause['params'] {
  const { fault } = params
  return fault === undefined ? params : { ...params, fault: causeText(String(fault), because) ?? '' }
}

interface Failed {
  readonly code: string
  readonly message: string
  readonly details: Details
}

/** The message of a failure, translated if there is a translation. */
export function messageOf({ code, message, details }: Failed): string {
  return reasonText(details) ?? say(`codes.${code}`, details) ?? message
}
