import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure } from '../setup/answers.ts'
import type { Any } from '../setup/json.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { done, makeSite, scenarios, seen, type Site, undo } from '../setup/undo-scenarios.ts'

const env = { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off' }

/** What has SQL of its own; the rest cannot differ. */
const onPostgres = [
  'menus.setItems',
  'menus.delete',
  'taxonomies.delete',
  'terms.delete',
  'terms.merge',
  'sections.delete',
  'widgets.deleteArea',
  'redirects.create',
  'redirects.delete',
  'settings.update',
  'media.update',
  'schema.createCollection',
  'schema.createField',
  'schema.deleteCollection, without items',
]

describe.each(engines)('undoing changes of the site on %s', (engine) => {
  let service: TestService
  let site: Site
  let low: string
  beforeAll(async () => {
    service = await startService(engine, { env })
    site = await makeSite(service)
    low = (await service.person(30, ['content:read', 'content:write'])).token
  })
  afterAll(() => service.close())

  const own = scenarios.filter(({ name }) => engine === 'sqlite' || onPostgres.includes(name))

  it.each(own)('$name: back, forth and back again', async ({ act, edit, fields, tidy }) => {
    const before = await seen(site)
    const first = await done(act, site)
    const after = await seen(site)
    expect(after).not.toEqual(before)
    expectFailure(await service.ask('POST', `/changes/${first}/undo`, { token: low }), '403 FORBIDDEN')
    let change = first
    for (const expected of [before, after, before]) {
      change = await undo(site, change)
      expect(await seen(site)).toEqual(expected)
    }
    if (edit === null || fields === undefined) return
    const again = await undo(site, change)
    const edited = await done(edit, site)
    const then = await seen(site)
    const refused = await service.ask('POST', `/changes/${again}/undo`)
    if (fields.length > 0) {
      expectFailure(refused, '409 CONFLICT')
      const { conflicts } = (refused.body as Any).error.details
      expect(conflicts.flatMap((one: Any) => one.fields)).toEqual(expect.arrayContaining([...fields]))
      expect(await seen(site)).toEqual(then)
    }
    await undo(site, edited)
    await tidy?.(site)
    if (refused.status !== 200) await undo(site, again)
    expect(await seen(site)).toEqual(before)
  })

  it.each([
    ['menu item', '/menus/main/items/', 'shop'],
    ['widget', '/widget-areas/side/widgets/', 'map'],
    ['term', '/taxonomies/topics/terms/', 'clay'],
  ])('brings a %s back once where two undo its deletion at a time', async (_, path, name) => {
    const before = await seen(site)
    const named = name === 'clay' ? name : site.ids[name]
    const change = await done((of) => of.service.ask('DELETE', `${path}${named}`), site)
    const answers = await Promise.all([1, 2].map(() => service.ask('POST', `/changes/${change}/undo`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await seen(site)).toEqual(before)
  })
})
