import { firstView, type Opening, openings, scrolling, slowKey } from '../admin/measures.ts'
import { type AdminSite, startSite } from '../admin/site.ts'
import { median } from '../load/median.ts'
import { below, type Figure } from '../report/figures.ts'
import type { Section } from './section.ts'

const slowDown = 4

interface Part {
  readonly figures: readonly Figure[]
  readonly notes: readonly string[]
}

const parts: Readonly<Record<string, (site: AdminSite, rounds: number) => Promise<Part>>> = {
  view: async (site, rounds) => {
    const views = await several(rounds, () => firstView(site, slowDown))
    const of = (name: 'script' | 'interactive') => median(views.map((view) => view[name]))
    return {
      figures: [
        below('first view, compressed script', of('script'), 'KB', 230),
        below('first view, interactive, 4 times slower', of('interactive'), 'ms', 2000),
      ],
      notes: [],
    }
  },
  open: async (site, rounds) => {
    const [asItIs, slower] = [await opened(site, rounds, 1), await opened(site, rounds, slowDown)]
    return {
      figures: [
        below('from a click to the title of the first item', asItIs.first.title, 'ms', 600),
        below('… and to its text', asItIs.first.text, 'ms', 600),
        below('from a click to the title of a further item', asItIs.further.title, 'ms', 600),
        below('… and to its text', asItIs.further.text, 'ms', 600),
      ],
      notes: [
        `4 times slower: the first item takes ${inWords(slower.first)}, a further one ${inWords(slower.further)}.`,
      ],
    }
  },
  keys: async (site, rounds) => {
    const keys = await several(rounds, () => slowKey(site, slowDown))
    return {
      figures: [below('a key in 10,000 words, 95 of 100, 4 times slower', median(keys), 'ms', 50)],
      notes: [`Keys, by round: ${keys.map(Math.round).join(', ')} ms.`],
    }
  },
  scroll: async (site, rounds) => {
    const tasks = await several(rounds, () => scrolling(site, slowDown))
    return {
      figures: [below('longest task while 1,000 rows scroll, 4 times slower', median(tasks), 'ms', 50)],
      notes: [`Scrolling, by round: ${tasks.map(Math.round).join(', ')} ms.`],
    }
  },
}

/** What a person waits for in the admin, in Chromium: medians of the rounds. */
export const admin: Section = async (_, { rounds, only }) => {
  const chosen = Object.entries(parts).filter(([name]) => only === undefined || only === name)
  if (chosen.length === 0)
    throw new Error(`There is no part "${only}" of the admin, only ${Object.keys(parts).join(', ')}.`)
  const site = await startSite()
  try {
    const done: Part[] = []
    for (const [, measure] of chosen) done.push(await measure(site, rounds))
    return {
      comparisons: [],
      figures: done.flatMap(({ figures }) => figures),
      notes: done.flatMap(({ notes }) => notes),
    }
  } finally {
    await site.close()
  }
}

async function opened(site: AdminSite, rounds: number, rate: number) {
  const times = await several(rounds, () => openings(site, rate))
  const of = (which: 'first' | 'further'): Opening => ({
    title: median(times.map((one) => one[which].title)),
    text: median(times.map((one) => one[which].text)),
  })
  return { first: of('first'), further: of('further') }
}

function inWords({ title, text }: Opening): string {
  return `${Math.round(title)} ms to its title and ${Math.round(text)} ms to its text`
}

/** One after the other: they would slow each other down. */
async function several<Result>(rounds: number, measure: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < rounds; round++) results.push(await measure())
  return results
}
