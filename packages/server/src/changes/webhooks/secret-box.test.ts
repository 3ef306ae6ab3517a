import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SecretBox } from './secret-box.ts'

describe('a box of secrets with its key in a file', () => {
  let root: string
  let count = 0
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'octavo-secrets-'))
  })
  afterAll(() => rm(root, { recursive: true }))

  const newBox = () =>
    new SecretBox({ secretKey: null, databaseUrl: null, dataDir: join(root, String(++count)) })

  it('encrypts beside decryptions that find no key yet', async () => {
    const box = newBox()
    const [before, stored, after] = await Promise.all([
      box.decrypt('1.aa.bb', 'owner'),
      box.encrypt('secret', 'owner'),
      box.decrypt('1.aa.bb', 'owner'),
    ])
    expect([before, after]).toEqual([null, null])
    expect(await box.decrypt(stored, 'owner')).toBe('secret')
    expect(await box.decrypt(stored, 'another')).toBeNull()
  })

  it('uses one key for encryptions at the same time', async () => {
    const box = newBox()
    const stored = await Promise.all(['a', 'b', 'c'].map((text) => box.encrypt(text, 'owner')))
    expect(await Promise.all(stored.map((text) => box.decrypt(text, 'owner')))).toEqual(['a', 'b', 'c'])
  })

  it('has no key that nodes of a database server could share, unless it is configured', async () => {
    const shared = { databaseUrl: 'postgres://127.0.0.1/x', dataDir: join(root, 'server') }
    await expect(new SecretBox({ ...shared, secretKey: null }).encrypt('a', 'owner')).rejects.toThrow(
      'OCTAVO_SECRET_KEY',
    )
    const box = new SecretBox({ ...shared, secretKey: 'k'.repeat(32) })
    expect(await box.decrypt(await box.encrypt('a', 'owner'), 'owner')).toBe('a')
  })
})
