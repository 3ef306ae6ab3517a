import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../setup/service.ts'
import { block, header, makeSite, seen, type Site, undo } from '../setup/undo-scenarios.ts'

const env = { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off' }

const text = fc.constantFrom('a', 'b', 'Long words. '.repeat(30))
const locale = fc.constantFrom('', '?locale=de')
const ofMenu = fc.constantFrom('home', 'shop', 'glazes', 'first')
const term = fc.constantFrom('clay', 'glaze', 'ash', 'new')

interface Step {
  readonly method: string
  readonly path: (ids: Site['ids']) => string
  readonly body?: (ids: Site['ids']) => object
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ label: text, locale }).map(({ label, locale: of }) => ({
    method: 'PUT',
    path: () => `/menus/main${of}`,
    body: () => ({ label: label.slice(0, 100) }),
  })),
  fc.record({ item: ofMenu, label: text, locale }).map(({ item, label, locale: of }) => ({
    method: 'PUT',
    path: (ids: Site['ids']) => `/menus/main/items/${ids[item]}${of}`,
    body: () => ({ label: label.slice(0, 100) }),
  })),
  fc.record({ item: ofMenu, parent: ofMenu, sortOrder: fc.nat(3) }).map(({ item, parent, sortOrder }) => ({
    method: 'POST',
    path: () => '/menus/main/reorder',
    body: (ids: Site['ids']) => ({ items: [{ id: ids[item], parentId: ids[parent], sortOrder }] }),
  })),
  ofMenu.map((item) => ({ method: 'DELETE', path: (ids: Site['ids']) => `/menus/main/items/${ids[item]}` })),
  fc.array(ofMenu, { maxLength: 3 }).map((kept) => ({
    method: 'PUT',
    path: () => '/menus/main/items',
    body: (ids: Site['ids']) => ({
      items: [
        { label: 'X', customUrl: '/x', children: [...new Set(kept)].map((name) => ({ id: ids[name] })) },
      ],
    }),
  })),
  fc.constant({ method: 'DELETE', path: () => '/menus/main' }),
  fc.record({ slug: term, label: text, locale }).map(({ slug, label, locale: of }) => ({
    method: 'PUT',
    path: () => `/taxonomies/topics/terms/${slug}${of}`,
    body: () => ({ label: label.slice(0, 100), description: label }),
  })),
  fc.record({ slug: term, parent: term }).map(({ slug, parent }) => ({
    method: 'PUT',
    path: () => `/taxonomies/topics/terms/${slug}`,
    body: (ids: Site['ids']) => ({ parentId: ids[parent] ?? null }),
  })),
  term.map((slug) => ({ method: 'DELETE', path: () => `/taxonomies/topics/terms/${slug}` })),
  fc.record({ from: term, into: term }).map(({ from, into }) => ({
    method: 'POST',
    path: () => `/taxonomies/topics/terms/${from}/merge`,
    body: () => ({ into }),
  })),
  fc.constant({
    method: 'POST',
    path: () => '/taxonomies/topics/terms',
    body: () => ({ slug: 'new', label: 'New' }),
  }),
  fc
    .record({ item: fc.constantFrom('item', 'other'), terms: fc.subarray(['clay', 'glaze', 'ash']) })
    .map(({ item, terms }) => ({
      method: 'POST',
      path: (ids: Site['ids']) => `/content/posts/${ids[item]}/terms/topics`,
      body: (ids: Site['ids']) => ({ termIds: terms.map((name) => ids[name]) }),
    })),
  fc.record({ siteTitle: text, postsPerPage: fc.option(fc.integer({ min: 1, max: 9 })) }).map((settings) => ({
    method: 'POST',
    path: () => '/settings',
    body: () => ({ ...settings, siteTitle: settings.siteTitle.slice(0, 100) }),
  })),
  fc
    .record({ widget: fc.constantFrom('text', 'map'), title: text, locale })
    .map(({ widget, title, locale: of }) => ({
      method: 'PUT',
      path: (ids: Site['ids']) => `/widget-areas/side/widgets/${ids[widget]}${of}`,
      body: () => ({ title: title.slice(0, 100), content: block(title) }),
    })),
  fc.constantFrom('text', 'map', 'nav').map((widget) => ({
    method: 'DELETE',
    path: (ids: Site['ids']) => `/widget-areas/side/widgets/${ids[widget]}`,
  })),
  fc.constant({ method: 'DELETE', path: () => '/widget-areas/side' }),
  fc.constant({ method: 'DELETE', path: () => '/taxonomies/topics?force=true' }),
)

describe('random changes of the site', () => {
  let service: TestService
  let site: Site
  beforeAll(async () => {
    service = await startService('sqlite', { env })
    site = await makeSite(service)
  })
  afterAll(() => service.close())

  it('undone in reverse order give every state before', { tags: 'long' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const states = [await seen(site)]
        const changes: string[] = []
        for (const { method, path, body } of steps) {
          const answer = await service.ask(method, path(site.ids), body && { body: body(site.ids) })
          expect(answer.status, answer.text).toBeLessThan(500)
          const change = answer.headers[header]
          if (answer.status >= 300 || change === undefined) continue
          changes.push(String(change))
          states.push(await seen(site))
        }
        for (const change of changes.toReversed()) {
          states.pop()
          await undo(site, change)
          expect(await seen(site)).toEqual(states.at(-1))
        }
      }),
      { numRuns: 60 },
    )
  })
})
