import { type Reason, sayReason } from '@octavo/contract/reasons'
import { describe, expect, it } from 'vitest'
import { reasons as german } from './de/reasons.ts'

const texts = Object.entries(german).map(([name, text]) => ({
  reason: name.replace(/_one$/, ''),
  name,
  text,
}))

describe('reasons in another language', () => {
  it.each(texts)('$name names nothing but what its reason tells', ({ reason, text }) => {
    for (const [, param = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) {
      const params = { can: '', [param]: 'told' } as never
      expect(sayReason(reason as Reason, params), param).toContain('told')
    }
  })
})
