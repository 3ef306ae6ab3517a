import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'octavo-make-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('a folder', () => {
  it('is made with those above it, for this user alone', async () => {
    const folder = join(root, 'a', 'b', 'c')
    await Promise.all([makeFolder(folder), makeFolder(folder)])
    for (const path of [folder, join(root, 'a')]) expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('that exists stays as it is, also behind a link', async () => {
    mkdirSync(join(root, 'there'))
    const { mode } = statSync(join(root, 'there'))
    symlinkSync(join(root, 'there'), join(root, 'link'))
    await makeFolder(join(root, 'link'))
    await makeFolder(join(root, 'there'))
    await makeFolder('/')
    expect(statSync(join(root, 'there')).mode).toBe(mode)
  })

  it('is not made in the place of a file, or below one', async () => {
    writeFileSync(join(root, 'file'), '')
    await expect(makeFolder(join(root, 'file'))).rejects.toThrow('EEXIST')
    await expect(makeFolder(join(root, 'file', 'below'))).rejects.toThrow('ENOTDIR')
  })

  it.runIf(process.platform === 'linux')('is refused where there is no place for one', async () => {
    await expect(makeFolder('/proc/octavo-none')).rejects.toThrow('ENOENT')
    await expect(makeFolder('/proc/octavo-none/below')).rejects.toThrow('ENOENT')
  })
})
