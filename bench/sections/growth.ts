import { openPostgres, openSqlite } from '../growth/engines.ts'
import { type Form, formsOf } from '../growth/forms.ts'
import { compare, type Measured, ratio } from '../load/compare.ts'
import { atLeast, type Figure } from '../report/figures.ts'
import type { Comparison } from '../report/print.ts'
import type { Section } from './section.ts'

const engines = { sqlite: openSqlite, postgres: openPostgres } as const

/** The same requests to a service with few items and to one with many, on both databases. */
export const growth: Section = async (client, { seconds, rounds, largeItems, only }) => {
  const comparisons: Comparison[] = []
  const figures: Figure[] = []
  // "postgres" or "postgres search": a database, and a part of the name of a request
  const [ofEngine = '', ...ofForm] = (only ?? '').split(' ')
  for (const [name, open] of Object.entries(engines)) {
    if (!name.includes(ofEngine)) continue
    const { small, large, stop } = await open(largeItems)
    try {
      const forms = [await formsOf(small), await formsOf(large)] as const
      for (const [index, few] of forms[0].entries()) {
        const many = forms[1][index] as Form
        if (!few.name.includes(ofForm.join(' '))) continue
        const { connections } = few
        const rows = await compare(
          client,
          [
            { name: `${few.name}, ${small.items} items`, server: small.server, workload: few.workload },
            { name: `${few.name}, ${large.items} items`, server: large.server, workload: many.workload },
          ],
          { connections, seconds, rounds },
        )
        const [before, after] = rows as [Measured, Measured]
        comparisons.push({ title: `${name}: ${few.name}, ${connections} connections`, rows })
        figures.push(
          atLeast(
            `${name}: ${few.name}, rate with ${large.items} of ${small.items} items`,
            ratio(after, before),
            80,
          ),
        )
      }
    } finally {
      await stop()
    }
  }
  return { comparisons, figures, notes: [] }
}
