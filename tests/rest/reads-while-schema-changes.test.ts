import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { startCluster } from '../setup/cluster.ts'
import { makeCollection } from '../setup/content.ts'
import { engines } from '../setup/service.ts'

describe.each(engines)('reads while fields come and go on %s', (engine) => {
  it('all answer, on the node that changes the schema and on the other', { tags: 'long' }, async () => {
    const cluster = await startCluster(engine, 2)
    try {
      const [one, other] = cluster.nodes
      if (one === undefined || other === undefined) throw new Error('There are no two nodes.')
      await makeCollection(one, 'posts', {
        supports: ['drafts', 'revisions'],
        fields: [{ slug: 'title', type: 'string' }],
      })
      const { id } = dataOf(
        await one.ask('POST', '/content/posts', { body: { data: { title: 'x' } } }),
        201,
      ).item
      const progress = { isDone: false }
      const outcomes = new Set<string>()
      const read = async (node: typeof one, path: string): Promise<void> => {
        while (!progress.isDone) {
          outcomes.add(outcome(await node.ask('GET', `/content/posts${path}`)))
          await nextTurn()
        }
      }
      const change = async (): Promise<void> => {
        for (let round = 0; round < 15; round++) {
          const body = { slug: 'z', label: 'Z', type: 'string', defaultValue: 'x' }
          dataOf(await one.ask('POST', '/schema/collections/posts/fields', { body }), 201)
          dataOf(await one.ask('DELETE', '/schema/collections/posts/fields/z'))
        }
      }
      await Promise.all([
        ...[one, other].flatMap((node) => ['', `/${id}`, `/${id}/compare`].map((path) => read(node, path))),
        change().finally(() => (progress.isDone = true)),
      ])
      expect([...outcomes]).toEqual(['200'])
    } finally {
      await cluster.close()
    }
  })
})
