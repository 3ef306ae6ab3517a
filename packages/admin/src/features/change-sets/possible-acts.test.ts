import { describe, expect, it } from 'vitest'
import { mayApprove, possibleActs } from './possible-acts.ts'

const set: Parameters<typeof possibleActs>[0] = {
  state: 'open',
  entryCount: 1,
  conflicts: [],
  needsApproval: false,
}
const conflict = { entries: [], collection: null, id: null, name: null, fields: [], message: 'no' }
const editor = { canManage: true, canApprove: true }
const author = { canManage: false, canApprove: false }

describe('what can be done with a change-set', () => {
  it('is applied without an approval where the site asks for none', () => {
    expect(possibleActs(set, author)).toEqual(['submit', 'apply', 'schedule'])
    expect(possibleActs({ ...set, state: 'approved' }, editor)[0]).toBe('apply')
  })

  it('is not applied before an approval where the site asks for one', () => {
    const waiting = { ...set, needsApproval: true }
    expect(possibleActs(waiting, author)).toEqual(['submit'])
    for (const state of ['open', 'submitted', 'approved'] as const)
      expect(possibleActs({ ...waiting, state }, editor)[0]).toBe('approve')
    for (const state of ['open', 'submitted', 'approved', 'scheduled'] as const) {
      const acts = possibleActs({ ...waiting, state }, editor)
      expect(acts).not.toContain('apply')
      expect(acts).not.toContain('schedule')
    }
  })

  it('is not applied while anything is in conflict', () => {
    const acts = possibleActs({ ...set, conflicts: [conflict] }, editor)
    expect(acts).toEqual(['submit', 'approve', 'reject', 'comment'])
  })

  it('ends with taking it back', () => {
    expect(possibleActs({ ...set, state: 'applied' }, editor)).toEqual(['revert'])
    expect(possibleActs({ ...set, state: 'reverted' }, editor)).toEqual([])
  })

  it('is approved by who made no entry, where approvals are asked for', () => {
    const entry = { id: '1', operation: 'content.update', app: null, at: '', items: [] }
    const entries = [{ ...entry, person: { id: 'ada', name: 'Ada' } }]
    const approves = (personId: string, needsApproval: boolean) =>
      mayApprove({ entries, needsApproval }, { personId, canManage: true })
    expect([approves('ada', true), approves('ada', false), approves('bo', true)]).toEqual([false, true, true])
  })
})
