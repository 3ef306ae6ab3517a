import { type Reason, sayReason } from '@octavo/contract/reasons'
import { type Remark, sayRemark } from '@octavo/contract/remarks'
import { describe, expect, it } from 'vitest'
import { reasons } from './de/reasons.ts'
import { remarks } from './de/remarks.ts'

type Params = Readonly<Record<string, string>>

const tables = [
  ['reasons', reasons, (name: string, params: Params) => sayReason(name as Reason, params as never)],
  ['remarks', remarks, (name: string, params: Params) => sayRemark(name as Remark, params as never)],
] as const

describe.each(tables)('%s in another language', (_, german, say) => {
  it.each(Object.entries(german))('%s names nothing but what the English text names', (name, text) => {
    for (const [, param = ''] of text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g)) {
      const params = { can: '', [param]: 'told' }
      expect(say(name.replace(/_one$/, ''), params), param).toContain('told')
    }
  })
})
