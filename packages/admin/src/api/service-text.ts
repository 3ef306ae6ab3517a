import type { Issue } from '@octavo/contract/errors'
import type { ImportJob } from '@octavo/contract/operations/imports'
import i18next from 'i18next'

/**
 * Translates a message of the service by its stable name; undefined if there is no translation. The service itself
 * writes English.
 */
type Translate = (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined

const translate: Translate = (key, params = {}) => {
  const { language } = i18next
  if (!i18next.isInitialized || !i18next.exists(`service:${key}`, { lng: language })) return undefined
  // The key is known only at run time. Any key of the texts satisfies the type of `t`.
  return i18next.t(`service:${key}` as 'common:save', params)
}

/** The message of an issue, translated if there is a translation for its rule. */
export function issueText({ message, rule, params = {} }: Issue): string {
  return (rule !== undefined && ruleText(rule, params)) || message
}

/** The text about a broken rule; undefined if there is no translation. */
function ruleText(rule: string, params: Details): string | undefined {
  return translate(`rules.${rule}`, {
    // The limit of the rule chooses between singular and plural, as in "At least 3 characters".
    count: params['least'] ?? params['most'],
    // Some texts contain the hint, which the service does not always give.
    hint: '',
    ...withTimes(params),
  })
}

/** a time as in `2026-11-23T09:00:00.000Z` */
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** The parameters, with times as people of the region write them. */
function withTimes(params: Details): Details {
  const { formatter } = i18next.services
  const shown = Object.entries(params).map(([name, value]) => {
    const isTime = formatter !== undefined && typeof value === 'string' && instant.test(value)
    return [name, isTime ? formatter.format(value, 'fullTime', i18next.language) : value]
  })
  return Object.fromEntries(shown) as Details
}

type Details = Readonly<Record<string, unknown>>

/** The message of a failed call, translated; undefined if there is no translation for its reason. */
export function reasonText({ reason, params }: Details): string | undefined {
  return typeof reason === 'string' ? translate(`reasons.${reason}`, withWhy(params as Details)) : undefined
}

/** The parameters with `why`, an obstacle to undo, translated as well. */
function withWhy(params: Details = {}): Details {
  const { why } = params
  return why === undefined ? params : { ...params, why: translate(`undoObstacles.${String(why)}`) ?? '' }
}

/** a part of an import remark, by its stable name: that of a broken rule, of a reason or of a remark */
type Cause = ImportJob['because'][number]

/**
 * The message of an import remark, translated. `because` names the parts of the English `text`; the result is `text`
 * itself if it has no named parts, or one of them has no translation.
 */
export function causeText(text: string | null, because: readonly Cause[]): string | null {
  const texts = because.map(textOf)
  return texts.length === 0 || texts.includes(undefined) ? text : texts.join(' ')
}

/** The text of one part; undefined if there is no translation. */
function textOf({ path = '', rule, reason, remark, params, because = [] }: Cause): string | undefined {
  if (remark !== undefined) return translate(`remarks.${remark}`, withFault(params, because))
  if (rule === undefined) return reasonText({ reason, params })
  const text = ruleText(rule, params)
  return text === undefined || path === '' ? text : `${path}: ${text}`
}

/**
 * The parameters of a remark. Some remarks quote a text, such as the message of a broken rule, as `fault`; it is
 * translated as well.
 */
function withFault(params: Cause['params'], because: readonly Cause[]): Cause['params'] {
  const { fault } = params
  return fault === undefined ? params : { ...params, fault: causeText(String(fault), because) ?? '' }
}

interface Failure {
  readonly code: string
  readonly message: string
  readonly details: Details
}

/** The message of a failure, translated if there is a translation. */
export function messageOf({ code, message, details }: Failure): string {
  return reasonText(details) ?? translate(`codes.${code}`, details) ?? message
}
