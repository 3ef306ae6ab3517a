import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { peersText, storedPeers } from '../../bench/peers/stored.ts'
import { withPart } from '../../bench/report/document.ts'
import { storedTable, tableText } from '../../bench/table/stored.ts'

const document = readFileSync('docs/performance.md', 'utf8')

test('docs/performance.md has the figures of the stored table', () => {
  expect(withPart(document, 'table', tableText(storedTable()))).toBe(document)
})

test('docs/performance.md has the figures of the stored comparison with peers', () => {
  expect(withPart(document, 'peers', peersText(storedPeers()))).toBe(document)
})

test('the stored results have no failed request', () => {
  const ofTable = storedTable().rows.flatMap(({ octavo, bare }) => [octavo, ...(bare === null ? [] : [bare])])
  expect([...ofTable, ...storedPeers().rows].filter(({ failures }) => failures > 0)).toEqual([])
})
