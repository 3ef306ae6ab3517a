import { type Remark, sayRemark } from '@octavo/contract/remarks'
import { expect } from 'vitest'

interface Named {
  readonly remark?: string
  readonly params: unknown
}

/** What names say, in English. */
export function saidBy(names: readonly Named[]): string[] {
  return names.map(({ remark, params }) => sayRemark(remark as Remark, params as never))
}

interface Row {
  readonly outcome: string
  readonly reason: string | null
  readonly because: readonly Named[]
}

/** Whatever is remarked of the pieces of an import has a name, and names say what the text says. */
export function expectNamed(rows: readonly Row[]): void {
  const remarked = rows.filter(({ outcome }) => outcome !== 'failed')
  expect(remarked.map(({ because }) => saidBy(because).join(' ') || null)).toEqual(
    remarked.map(({ reason }) => reason),
  )
}
