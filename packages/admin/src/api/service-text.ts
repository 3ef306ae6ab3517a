import type { Issue } from '@octavo/contract/errors'
import type { ImportJob } from '@octavo/contract/operations/imports'
import i18next from 'i18next'

/** Translates the most frequent messages of the service by their stable names; the service itself writes English. */
type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined

const say: Say = (key, params = {}) => {
  const { language } = i18next
  if (!i18next.isInitialized || !i18next.exists(`service:${key}`, { lng: language })) return undefined
  return i18next.t(`service:${key}` as 'common:save', params)
}

/** What is wrong with a part of the input, in the language of the person where it is a rule that has a text. */
export function issueText({ message, rule, params = {} }: Issue): string {
  return (rule !== undefined && say(`rules.${rule}`, params)) || message
}

type Details = Readonly<Record<string, unknown>>

/** Why a call failed as a whole, in the language of the person; undefined where it is no reason that has a text. */
export function reasonText({ reason, params }: Details): string | undefined {
  return typeof reason === 'string' ? say(`reasons.${reason}`, params as Details | undefined) : undefined
}

type Because = ImportJob['because'][number]

/** What became of something that was imported, in the language of the person; `text` where a part of it has no other. */
export function becauseText(text: string | null, because: readonly Because[]): string | null {
  const texts = because.map(textOf)
  return texts.length === 0 || texts.includes(undefined) ? text : texts.join(' ')
}

function textOf({ path = '', rule, reason, remark, params, because = [] }: Because): string | undefined {
  if (remark !== undefined) return say(`remarks.${remark}`, withFault(params, because))
  if (rule === undefined) return reasonText({ reason, params })
  const said = say(`rules.${rule}`, params)
  return said === undefined || path === '' ? said : `${path}: ${said}`
}

/** A fault in a remark has its own names. */
function withFault(params: Because['params'], because: readonly Because[]): Because['params'] {
  const { fault } = params
  return fault === undefined ? params : { ...params, fault: becauseText(String(fault), because) ?? '' }
}

interface Failed {
  readonly code: string
  readonly message: string
  readonly details: Details
}

/** What a failure says, in the language of the person where it is one that has a text. */
export function messageOf({ code, message, details }: Failed): string {
  return reasonText(details) ?? say(`codes.${code}`, details) ?? message
}
