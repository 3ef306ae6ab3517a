import { operationList } from '@octavo/contract/operations/registry'
import { describe, expect, it } from 'vitest'
import { auditActions as german } from '../../texts/de/audit-actions.ts'
import { auditActions as english } from '../../texts/en/audit-actions.ts'

/** actions that the service records without an operation */
const ofJobs = ['backup.create', 'backup.fail']

const changing = [
  ...operationList.filter(({ effect }) => effect !== 'read').map(({ name }) => name),
  ...ofJobs,
]

describe.each(Object.entries({ english, german }))('the audit log in %s', (_, names) => {
  const named = Object.entries(names).flatMap(([resource, verbs]) =>
    Object.keys(verbs).map((verb) => `${resource}.${verb}`),
  )

  it('has words for each operation that changes something, and for nothing else', () => {
    expect(named.toSorted()).toEqual(changing.toSorted())
  })

  it('calls no two of them the same', () => {
    const words = Object.values(names).flatMap((verbs) => Object.values(verbs as Record<string, string>))
    expect(new Set(words).size).toBe(words.length)
  })
})
