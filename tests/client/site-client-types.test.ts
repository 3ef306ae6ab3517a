import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'
import { makeMagazine } from '../setup/magazine.ts'
import { startService, type TestService } from '../setup/service.ts'
import { complaintsAbout } from '../setup/typescript.ts'
import { typedUsage } from './typed-usage.ts'

const plugin = new URL('../plugins/poll-blocks.ts', import.meta.url).pathname

describe('the types of a site', () => {
  let service: TestService
  let types: string

  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_PLUGINS: plugin } })
    await makeMagazine(service)
    types = (await service.ask('GET', '/schema?format=typescript')).text
  })
  afterAll(() => service.close())

  it('are those that the other tests of the client use', async () => {
    await expect(types).toMatchFileSnapshot('./magazine.d.ts')
  })

  it(
    'make the client take what the service takes, and answer what it answers',
    { tags: 'long' },
    async () => {
      const place = { parent: inRoot('node_modules'), lib: ['ES2024', 'DOM'] }
      expect(await complaintsAbout({ 'octavo.d.ts': types, 'usage.ts': typedUsage }, place)).toBe('')
    },
  )
})
