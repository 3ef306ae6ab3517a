import { type ExportFault, exportFaults, exportOddities, type Place } from '@octavo/contract/export-faults'
import type { RuleParams } from '@octavo/contract/rules'
import type { NamedText } from '@octavo/contract/texts'

/** A fault of the file, with the parameters of its message. */
export type Fault = NamedText<typeof exportFaults>

/** A tolerated deviation from XML, with the parameters of its message. */
export type Oddity = NamedText<typeof exportOddities>

/** The file is not well-formed; nothing after this position is reliable. */
export class MalformedExport extends Error {
  override readonly name = 'MalformedExport'
  readonly fault: ExportFault
  readonly params: RuleParams & Place

  constructor([name, params]: Fault, { line, column }: Place) {
    super(`Line ${line}, column ${column}: ${exportFaults[name](params as never)}`)
    this.fault = name
    this.params = { ...params, line, column }
  }
}

/**
 * The fault that an error message of the parser (saxes) is about. Errors of truncated and hand-edited files have names,
 * so that the admin can translate them; all others are rare, and keep their message. The texts of the three names below
 * are the messages of saxes themselves, so they are compared with the message.
 */
export function faultOf(complaint: string): Fault {
  const [, kind, tag = ''] = /^(unclosed|unmatched closing) tag: (.*)$/s.exec(complaint) ?? []
  if (kind === 'unclosed') return ['exportUnclosed', { tag }]
  if (kind !== undefined) return ['exportUnmatched', { tag }]
  for (const name of ['exportEmpty', 'exportOutside', 'exportEnd'] as const) {
    if (complaint === exportFaults[name]()) return [name, {}]
  }
  return ['exportXml', { fault: complaint }]
}

/**
 * The oddity that an error message of the parser is about, found in the same way: common mistakes of programs have
 * names.
 */
export function oddityOf(complaint: string): Oddity {
  for (const name of ['oddCharacter', 'oddEntity'] as const) {
    if (complaint === exportOddities[name]()) return [name, {}]
  }
  return ['oddXml', { fault: complaint }]
}
