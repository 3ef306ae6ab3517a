import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome } from '../setup/answers.ts'
import { type Cluster, startCluster } from '../setup/cluster.ts'
import { type Answer, engines } from '../setup/service.ts'

const rounds = 20

/** Two services on one database: what the one deletes, the other refers to. */
describe.each(engines)('several services that change the site at once, on %s', (engine) => {
  let cluster: Cluster
  let turn = 0

  beforeAll(async () => {
    cluster = await startCluster(engine, 2)
    await ask('POST', '/menus', { name: 'main', label: 'Main' })
    await ask('POST', '/widget-areas', { name: 'side', label: 'Side' })
    await ask('POST', '/taxonomies', { name: 'tags', label: 'Tags', collections: [] })
  })
  afterAll(() => cluster.close())

  const ask = (method: string, path: string, body?: unknown): Promise<Answer> => {
    const node = cluster.nodes[turn++ % cluster.nodes.length]
    if (node === undefined) throw new Error('There is no node.')
    return node.ask(method, path, body === undefined ? {} : { body })
  }

  const pointAt = (taxonomy: string, term: string): Promise<Answer> =>
    ask('POST', '/menus/main/items', {
      type: 'taxonomy',
      label: 'T',
      referenceCollection: taxonomy,
      referenceId: term,
    })

  it('sections of one title that are made at once all get a slug', async () => {
    for (let round = 0; round < rounds; round++) {
      const title = `Round ${round}`
      const made = await Promise.all(
        Array.from({ length: 6 }, () => ask('POST', '/sections', { title, content: [] })),
      )
      expect(made.map(outcome)).toEqual(Array.from({ length: 6 }, () => '201'))
      const slugs = made.map(({ body }) => body.data.item.slug as string).toSorted()
      const numbered = [2, 3, 4, 5, 6].map((count) => `round-${round}-${count}`)
      expect(slugs).toEqual([`round-${round}`, ...numbered])
      const given = await ask('POST', '/sections', { slug: `round-${round}-2`, title, content: [] })
      expect(outcome(given)).toBe('409 DUPLICATE_SLUG')
    }
  })

  const races: readonly (readonly [string, readonly string[], (name: string) => Promise<Answer[]>])[] = [
    [
      'a menu and a widget that shows it',
      ['200 / 400 VALIDATION_ERROR', '409 CONFLICT / 201'],
      async (name) => {
        await ask('POST', '/menus', { name, label: 'M' })
        return Promise.all([
          ask('DELETE', `/menus/${name}`),
          ask('POST', '/widget-areas/side/widgets', { type: 'menu', menuName: name }),
        ])
      },
    ],
    [
      'a term and a menu item that leads to it',
      ['200 / 201', '200 / 400 VALIDATION_ERROR'],
      async (name) => {
        const term = await ask('POST', '/taxonomies/tags/terms', { slug: name, label: name })
        return Promise.all([
          ask('DELETE', `/taxonomies/tags/terms/${name}`),
          pointAt('tags', term.body.data.item.id),
        ])
      },
    ],
    [
      'a taxonomy and a menu item that leads to a term of it',
      ['200 / 201', '200 / 400 VALIDATION_ERROR'],
      async (name) => {
        await ask('POST', '/taxonomies', { name, label: name, collections: [] })
        const term = await ask('POST', `/taxonomies/${name}/terms`, { slug: 'one', label: 'One' })
        return Promise.all([
          ask('DELETE', `/taxonomies/${name}?force=true`),
          pointAt(name, term.body.data.item.id),
        ])
      },
    ],
  ]

  it.each(races)('%s', async (_, expected, race) => {
    for (let round = 0; round < rounds; round++) {
      const answers = await race(`r${turn}`)
      expect(expected).toContain(answers.map(outcome).join(' / '))
    }
    const { items } = (await ask('GET', '/menus/main')).body.data.item
    expect(items).toEqual([])
  })
})
