import { describe, expect, it } from 'vitest'
import { mayApprove, possibleActions } from './possible-actions.ts'

const set: Parameters<typeof possibleActions>[0] = {
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
    expect(possibleActions(set, author)).toEqual(['submit', 'apply', 'schedule'])
    expect(possibleActions({ ...set, state: 'approved' }, editor)[0]).toBe('apply')
  })

  it('is not applied before an approval where the site asks for one', () => {
    const waiting = { ...set, needsApproval: true }
    expect(possibleActions(waiting, author)).toEqual(['submit'])
    for (const state of ['open', 'submitted', 'approved'] as const)
      expect(possibleActions({ ...waiting, state }, editor)[0]).toBe('approve')
    for (const state of ['open', 'submitted', 'approved', 'scheduled'] as const) {
      const actions = possibleActions({ ...waiting, state }, editor)
      expect(actions).not.toContain('apply')
      expect(actions).not.toContain('schedule')
    }
  })

  it('is not applied while anything is in conflict', () => {
    const actions = possibleActions({ ...set, conflicts: [conflict] }, editor)
    expect(actions).toEqual(['submit', 'approve', 'reject', 'comment'])
  })

  it('ends with taking it back', () => {
    expect(possibleActions({ ...set, state: 'applied' }, editor)).toEqual(['revert'])
    expect(possibleActions({ ...set, state: 'reverted' }, editor)).toEqual([])
  })

  it('is approved by who made no entry, where approvals are asked for', () => {
    const entry = { id: '1', operation: 'content.update', app: null, at: '', items: [] }
    const entries = [{ ...entry, person: { id: 'ada', name: 'Ada' } }]
    const approves = (personId: string, needsApproval: boolean) =>
      mayApprove({ entries, needsApproval }, { personId, canManage: true })
    expect([approves('ada', true), approves('ada', false), approves('bo', true)]).toEqual([false, true, true])
  })
})
