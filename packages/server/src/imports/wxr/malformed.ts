import { type ExportFault, exportFaults, exportOddities, type Place } from '@octavo/contract/export-faults'
import type { RuleParams } from '@octavo/contract/rules'
import type { Told } from '@octavo/contract/texts'

/** What is wrong, and what its text is made of. */
export type Fault = Told<typeof exportFaults>

/** In what way it is not quite XML, and what its text is made of. */
export type Oddity = Told<typeof exportOddities>

/** The file is no well-formed export: nothing of it can be trusted from this place on. */
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

/** What the parser says of files that are cut off or were put together by hand; all else it says is rare. */
export function faultOf(complaint: string): Fault {
  const [, kind, tag = ''] = /^(unclosed|unmatched closing) tag: (.*)$/s.exec(complaint) ?? []
  if (kind === 'unclosed') return ['exportUnclosed', { tag }]
  if (kind !== undefined) return ['exportUnmatched', { tag }]
  for (const name of ['exportEmpty', 'exportOutside', 'exportEnd'] as const) {
    if (complaint === exportFaults[name]()) return [name, {}]
  }
  return ['exportXml', { fault: complaint }]
}

/** What the parser says of what other programs get wrong. */
export function oddityOf(complaint: string): Oddity {
  for (const name of ['oddCharacter', 'oddEntity'] as const) {
    if (complaint === exportOddities[name]()) return [name, {}]
  }
  return ['oddXml', { fault: complaint }]
}
