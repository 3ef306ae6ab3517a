import { limits } from '@octavo/contract/limits'
import { countStoredVariants } from '@octavo/server/content/media/variant-counting'
import { VariantSigner } from '@octavo/server/content/media/variant-signature'
import { enforceAddressRate } from '@octavo/server/core/rate-limit'
import { variantsToCount } from '@octavo/server/platform/database/migrations/030-variants-to-count'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import {
  enginesAndStores,
  fetchFile,
  isStored,
  picture,
  startMediaService,
  uploaded,
} from '../setup/media.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'

const free = '?w=64&h=64&fit=cover'

describe.each(engines)('who may ask for which variants on %s', (engine) => {
  let service: TestService
  let item: { id: string; storageKey: string; url: string }

  beforeAll(async () => {
    service = await startService(engine)
    item = await uploaded(service, { content: await picture('jpeg', { width: 400, height: 300 }) })
  })
  afterAll(() => service.close())

  const signedUrl = async (query: string, id = item.id): Promise<string> =>
    dataOf(await service.ask('GET', `/media/${id}/variant-url${query}`)).url

  const variantsOf = (storageKey: string): Promise<unknown[]> =>
    service.services.database.reader.rows('SELECT name FROM image_variants WHERE file_key = ?', [storageKey])

  /** The query of a URL of the service. */
  const queryOf = (url: string): string => new URL(url).search

  it.each(['?w=64', '?w=64&format=avif', '?w=64&format=jpeg', '?format=jpeg', '?w=64&fit=cover'])(
    'everybody: %s',
    async (query) => expect((await fetchFile(service, item.storageKey, { query })).status).toBe(200),
  )

  it.each([free, '?h=64', '?w=160&h=64&fit=contain&format=avif'])(
    'with an account alone: %s',
    async (query) => {
      const { id, storageKey } = await uploaded(service, { content: await picture() })
      const refuse = async (answer: Answer): Promise<void> =>
        expectFailure(answer, '403 FORBIDDEN', 'variant-url')
      await refuse(await fetchFile(service, storageKey, { query }))
      await refuse(await fetchFile(service, storageKey, { query, token: 'cms_pat_unknown' }))
      await refuse(await fetchFile(service, storageKey, { query: `${query}&sig=x` }))
      expect(await variantsOf(storageKey)).toEqual([])

      const { token, userId } = await service.person(10, ['media:read'])
      const cookies = await sessionOf(service, userId)
      const signed = queryOf(await signedUrl(query, id))
      expect((await fetchFile(service, storageKey, { query: signed })).status).toBe(200)
      expect((await fetchFile(service, storageKey, { query, token })).status).toBe(200)
      expect((await fetchFile(service, storageKey, { query, headers: cookies })).status).toBe(200)
      // Whether it is there already makes no difference.
      await refuse(await fetchFile(service, storageKey, { query }))
      const { token: ofContent } = await service.person(50, ['content:read'])
      expectFailure(
        await fetchFile(service, storageKey, { query, token: ofContent }),
        '403 FORBIDDEN',
        'media:read',
      )
    },
  )

  it('a signature is for one variant of one image, and the same on every node', async () => {
    const url = await signedUrl(free)
    expect(url.startsWith(`${item.url}?`)).toBe(true)
    const signature = new URL(url).searchParams.get('sig')
    const other = await uploaded(service, { content: await picture() })
    const ask = (key: string, query: string): Promise<Answer> =>
      fetchFile(service, key, { query: `${query}&sig=${signature}` })
    expect((await ask(item.storageKey, free)).status).toBe(200)
    expect((await ask(item.storageKey, '?w=64&h=160&fit=cover')).status).toBe(403)
    expect((await ask(item.storageKey, `${free}&format=avif`)).status).toBe(403)
    expect((await ask(other.storageKey, free)).status).toBe(403)
    const node = await VariantSigner.open(service.services.database)
    const variant = { width: 64, height: 64, fit: 'cover', format: 'webp', crop: null } as const
    expect(await node.sign(item.storageKey, variant)).toBe(signature)
  })

  it('gives URLs of presets without a signature, and none of what is no image', async () => {
    expect(await signedUrl('?w=320&format=avif')).toBe(`${item.url}?w=320&format=avif`)
    const text = await uploaded(service, { filename: 'a.txt', type: 'text/plain', content: 'x' })
    const answer = await service.ask('GET', `/media/${text.id}/variant-url?w=320`)
    expectFailure(answer, '400 VALIDATION_ERROR', 'text/plain')
    const wrong = await service.ask('GET', `/media/${item.id}/variant-url?w=321&format=png`)
    expectFailure(wrong, '400 VALIDATION_ERROR', '320')
    expect(issuePaths(wrong)).toEqual(['w', 'format'])
    expectFailure(await service.ask('GET', '/media/none/variant-url?w=320'), '404 NOT_FOUND')
  })

  it('an address may have so many made a minute; what is there is not counted', async () => {
    service.clock.forward(60_000)
    const limit = limits.variantsPerMinute
    const ask = (query: string, token: string | null = null): Promise<Answer> =>
      fetchFile(service, item.storageKey, { query, token })
    await ask('?w=64')
    for (let count = 1; count < limit; count++) {
      const address = '127.0.0.1'
      await enforceAddressRate(service.services, { endpoint: 'image-variant', address, limit })
    }
    expect((await ask('?w=160')).status).toBe(200)
    expectFailure(await ask('?w=320'), '429 RATE_LIMITED', `${limit} per minute`)
    for (const query of ['?w=64', '?w=160']) expect((await ask(query)).status).toBe(200)
    expect((await ask('?w=320', service.token)).status).toBe(200)
    service.clock.forward(60_000)
    expect((await ask('?w=480')).status).toBe(200)
  })

  it('an image that takes too much to convert is sent as it is, to be asked for again', async () => {
    const { storageKey, size } = await uploaded(service, { content: await picture('jpeg') })
    const { imageVariants } = service.services
    const make = imageVariants.make.bind(imageVariants)
    imageVariants.make = async () => null
    const answer = await fetchFile(service, storageKey, { query: '?w=64' })
    imageVariants.make = make
    expect([answer.status, answer.bytes.length, answer.headers['content-type']]).toEqual([
      200,
      size,
      'image/jpeg',
    ])
    expect(answer.headers['cache-control']).toBe('public, no-cache')
    const later = await fetchFile(service, storageKey, { query: '?w=64' })
    expect(later.headers['content-type']).toBe('image/webp')
  })
})

describe.each(enginesAndStores)('the space of variants on %s with files on %s', (engine, store) => {
  it('is counted, and limited by removing the oldest', async () => {
    const service = await startMediaService(engine, store, { OCTAVO_MAX_VARIANTS_MB: '10' })
    const { database } = service.services
    const bytes = async (): Promise<number> => {
      const [row] = await database.reader.rows<{ value: number }>(
        `SELECT value FROM counters WHERE name = 'variant_bytes'`,
        [],
      )
      return Number(row?.value)
    }
    const [first, second] = [
      await uploaded(service, { content: await picture('jpeg', { width: 400, height: 300 }) }),
      await uploaded(service, { content: await picture('jpeg', { width: 400, height: 300 }) }),
    ]
    const ask = async (item: typeof first, w: number): Promise<number> => {
      service.clock.forward(1000)
      const answer = await fetchFile(service, item.storageKey, { query: `?w=${w}` })
      expect(answer.status).toBe(200)
      return answer.bytes.length
    }
    const isThere = (item: typeof first, w: number): Promise<boolean> =>
      isStored(service, `_forms/${item.storageKey}/${w}x-contain.webp`)

    const sizes = [await ask(first, 64), await ask(first, 160), await ask(second, 64)] as const
    expect(await bytes()).toBe(sizes[0] + sizes[1] + sizes[2])

    // As if the second had 10 MB.
    await database.transaction('write', async (tx) => {
      await tx.run(`UPDATE image_variants SET size = 10485760 WHERE name = '160x-contain.webp'`, [])
      await tx.run(`UPDATE counters SET value = value + ? WHERE name = 'variant_bytes'`, [
        10_485_760 - sizes[1],
      ])
    })
    const last = await ask(second, 160)
    expect(await bytes()).toBe(sizes[2] + last)
    expect([await isThere(first, 64), await isThere(first, 160)]).toEqual([false, false])
    expect([await isThere(second, 64), await isThere(second, 160)]).toEqual([true, true])
    // What was removed is made again.
    expect(await ask(first, 64)).toBe(sizes[0])

    await service.ask('DELETE', `/media/${second.id}`)
    expect(await bytes()).toBe(sizes[0])
    await service.close()
  })

  it('counts what an earlier release stored, once', async () => {
    const service = await startMediaService(engine, store, { OCTAVO_MAX_VARIANTS_MB: '10' })
    const { database } = service.services
    const items = [
      await uploaded(service, { content: await picture('jpeg', { width: 400, height: 300 }) }),
      await uploaded(service, { content: await picture('jpeg', { width: 400, height: 300 }) }),
    ]
    await uploaded(service, { content: 'No image' })
    let size = 0
    for (const { storageKey } of items)
      for (const w of [64, 160])
        size += (await fetchFile(service, storageKey, { query: `?w=${w}` })).bytes.length
    const rows = (): Promise<object[]> =>
      database.reader.rows('SELECT file_key, name, size FROM image_variants ORDER BY file_key, name', [])
    const bytes = (): Promise<object[]> =>
      database.reader.rows(`SELECT value FROM counters WHERE name = 'variant_bytes'`, [])
    const recorded = await rows()

    // As the earlier release left them, apart from one that was made again since.
    await database.transaction('write', async (tx) => {
      await tx.run(`DELETE FROM image_variants WHERE file_key <> ? OR name <> '64x-contain.webp'`, [
        items[0].storageKey,
      ])
      const [kept] = await tx.rows<{ size: number }>('SELECT size FROM image_variants', [])
      await tx.run(`UPDATE counters SET value = ? WHERE name = 'variant_bytes'`, [kept?.size])
      const [, fill = ''] = variantsToCount
      expect(await tx.run(fill, [])).toBe(2)
    })
    await countStoredVariants(service.services)
    expect([await rows(), await bytes()]).toEqual([recorded, [{ value: size }]])
    await countStoredVariants(service.services)
    expect(await bytes()).toEqual([{ value: size }])
    await service.close()
  })
})
