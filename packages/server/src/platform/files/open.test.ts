import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../config.ts'
import { createLog } from '../log.ts'
import { openFiles } from './open.ts'

describe('OCTAVO_FILES_URL', () => {
  it.each([
    ['s3://bucket?endpoin=https://s3.example.com', 'endpoin;'],
    ['s3://bucket?endpoint=s3.example.com', 'endpoint'],
    ['s3:///prefix', 'bucket'],
  ])('%s stops the start with one sentence that names it', async (url, mention) => {
    const config = readConfig({ OCTAVO_FILES_URL: url, OCTAVO_DATA_DIR: '/nowhere' })
    const error: unknown = await openFiles(config, createLog('silent')).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as Error).message).toMatch(/^OCTAVO_FILES_URL [^\n]*\.$/)
    expect((error as Error).message).toContain(mention)
  })

  it('needs no object store to answer before the first file comes', async () => {
    const config = readConfig({
      OCTAVO_FILES_URL: 's3://bucket/a%20b/?region=eu-1',
      OCTAVO_DATA_DIR: '/nowhere',
    })
    expect((await openFiles(config, createLog('silent'))).files).toBeDefined()
  })
})
