import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makePrivate } from './make-private.ts'

it('closes what an earlier release left open, and nothing that a link leads to', async () => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-private-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const at = (path: string): string => join(root, path)
  mkdirSync(at('data/files/2026/11'), { recursive: true })
  writeFileSync(at('data/files/2026/11/a.jpg'), '')
  writeFileSync(at('elsewhere.jpg'), '')
  symlinkSync(at('elsewhere.jpg'), at('data/files/link.jpg'))
  const open = ['data', 'data/files', 'data/files/2026', 'data/files/2026/11']
  for (const path of open) chmodSync(at(path), 0o755)
  for (const path of ['data/files/2026/11/a.jpg', 'elsewhere.jpg']) chmodSync(at(path), 0o644)
  const modeOf = (path: string): string => (statSync(at(path)).mode & 0o777).toString(8)
  await makePrivate(at('data'), ['files', 'uploads'])
  expect(open.map(modeOf)).toEqual(open.map(() => '700'))
  expect([modeOf('data/files/2026/11/a.jpg'), modeOf('elsewhere.jpg')]).toEqual(['600', '644'])
})

it('needs no data directory', async () => {
  await expect(makePrivate(join(tmpdir(), 'octavo-none'), ['files'])).resolves.toBeUndefined()
})
