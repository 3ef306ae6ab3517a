import type { Issue } from '@octavo/contract/errors'
import type { ImportCode } from '@octavo/contract/import-codes'
import type { Cause } from '@octavo/contract/operations/imports'
import { type Reason, type ReasonParams, sayReason } from '@octavo/contract/reasons'
import { type Remark, remarkCodes, type RemarkParams, sayRemark } from '@octavo/contract/remarks'
import type { RuleParams } from '@octavo/contract/rules'
import type { Services } from '../core/context.ts'
import type { OctavoError } from '../platform/errors.ts'
import { timeText } from '../platform/time-text.ts'
import type { ImportRow } from './store.ts'

/**
 * A message about a piece of an import, such as why it failed: as text and, where available, in a translatable form.
 */
export interface Message {
  /** the text, in English */
  readonly reason: string
  /** the names of its reasons or remarks, with parameters, by which the admin translates it; empty if it has none */
  readonly because: readonly Cause[]
}

/** The message of a failure, with the name of its reason, by which the admin translates it. */
export function failureMessage<Name extends Reason>(reason: Name, params: ReasonParams<Name>): Message {
  return { reason: sayReason(reason, params), because: [{ reason, params: params as RuleParams }] }
}

/** A message about one remark. */
export interface Remarked extends Message {
  /** null for remarks about an export as a whole */
  readonly code: ImportCode | null
  readonly because: readonly [Cause & { readonly remark: Remark }]
}

/**
 * The message of a remark about something that was imported or skipped. For a remark with the text of an error as its
 * parameter `fault`, `because` is the translatable form of that text.
 */
export function remark<Name extends Remark>(
  name: Name,
  params: RemarkParams<Name>,
  because: readonly Cause[] = [],
): Remarked {
  const named = { remark: name, params: params as RuleParams }
  return {
    code: remarkCodes[name] ?? null,
    reason: sayRemark(name, params),
    because: [because.length === 0 ? named : { ...named, because: [...because] }],
  }
}

/** Several messages as one. */
export function combineMessages(remarks: readonly Message[]): Message {
  return {
    reason: remarks.map(({ reason }) => reason).join(' '),
    because: remarks.flatMap(({ because }) => because),
  }
}

/** The message of an error; translatable only if all of its parts are. */
export function messageOfError({ message, details = {} }: OctavoError): Message {
  const { reason, params = {}, issues = [] } = details as Details
  if (reason !== undefined) return { reason: message, because: [{ reason, params }] }
  const rules = issues.flatMap(({ path, rule, params: named = {} }) =>
    rule === undefined ? [] : [{ path, rule, params: named }],
  )
  return { reason: message, because: rules.length === issues.length ? rules : [] }
}

/**
 * character limits of the message for one piece, which is cut, and of its translatable form, which is left out if it is
 * longer
 */
export const maxMessageLength = 2000
const maxStoredLength = 4 * maxMessageLength

/** The stored form of what can be translated; null if it is empty or too long. */
export function storedCauses(because: readonly Cause[]): string | null {
  if (because.length === 0) return null
  // Cutting the parameters makes room for the names of all messages.
  for (const longest of [maxMessageLength, 200, 20]) {
    const text = JSON.stringify(because, (_, value: unknown) =>
      typeof value === 'string' ? value.slice(0, longest).toWellFormed() : value,
    )
    if (text.length <= maxStoredLength) return text
  }
  return null
}

/** All codes of a line of the report, each once: its own, then those of its remarks. */
export function codesOf(line: { readonly code: string | null; readonly because: string | null }): string[] {
  const named = parseCauses(line).flatMap(({ remark: name }) =>
    name !== undefined && Object.hasOwn(remarkCodes, name) ? (remarkCodes[name as Remark] ?? []) : [],
  )
  return [...new Set([...(line.code === null ? [] : [line.code]), ...named])]
}

/** the most names in one message */
const maxNamed = 20

/** Names as one text: some of them, and how many more there are. */
export function someNames(names: readonly string[]): string {
  const more = names.length - maxNamed
  return names.slice(0, maxNamed).join(', ') + (more > 0 ? ` (+${more})` : '')
}

/** Parses what `storedCauses` returns. */
export function parseCauses({ because }: { readonly because: string | null }): Cause[] {
  return because === null ? [] : (JSON.parse(because) as Cause[])
}

/** The row changes of a failed import. */
export function failureChanges(
  { clock }: Pick<Services, 'clock'>,
  { reason, because }: Message,
): Partial<ImportRow> {
  return { state: 'failed', error: reason, because: storedCauses(because), finished_at: timeText(clock()) }
}

/** The details of an error by which its message can be translated. */
interface Details {
  readonly reason?: string
  readonly params?: RuleParams
  readonly issues?: readonly Issue[]
}
