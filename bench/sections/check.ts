import { type Figure, atLeast } from '../report/figures.ts'
import { machine, storedTable } from '../table/stored.ts'
import { type Judged, judge } from '../table/judge.ts'
import type { PairName } from '../table/pair.ts'
import { readPairs } from '../table/pairs.ts'
import { openSqlite } from '../table/sqlite.ts'
import type { Section } from './section.ts'

/**
 * The workloads that say most of a path that everything takes. No writes: how many of them share a flush to the disk
 * depends on the disk, and their ratio varies by a third between runs.
 */
const checked: readonly PairName[] = ['item', 'list of 50', 'search', 'content_get over MCP']

/** how much of a stored ratio must be there, in percent */
const floor = 85

/**
 * The same on another kind of processor, where the same program has another ratio: an item has 0.48 of the requests per
 * second of the bare server on one, and 0.68 on another.
 */
const floorElsewhere = 60

/** milliseconds of one measurement of a workload, and how often one is repeated that seems slower, all together */
const once = 9000
const repetitions = 4

/**
 * The short form of the table: fails where the ratio of processor times fell by more than 15 %. What seems to have
 * fallen is measured again; what cannot be judged, because something else keeps the machine busy, is named.
 */
export const check: Section = async (client) => {
  const { machine: before, rows } = storedTable()
  const least = before['model'] === machine.model ? floor : floorElsewhere
  const engine = await openSqlite()
  try {
    const pairs = await readPairs(engine)
    const measure = async (name: PairName): Promise<Judged[]> => {
      const pair = pairs.find((one) => one.name === name)
      const base = rows.find((row) => row.engine === 'SQLite' && row.name === name)?.cpuRatio
      if (pair === undefined || base === undefined || base === null) return []
      return [await judge(client, engine, pair, { base, least, milliseconds: once })]
    }
    const final: Judged[] = []
    for (const name of checked) final.push(...(await measure(name)))
    for (let left = repetitions; left > 0; left--) {
      const fallen = final.find(isFallen)
      if (fallen === undefined) break
      // Goes to the end, so that others which seem slower are measured again first.
      final.splice(final.indexOf(fallen), 1)
      final.push(...(await measure(fallen.name)))
    }
    if (final.some(isFallen)) process.exitCode = 1
    return {
      comparisons: [],
      figures: final.filter(({ verdict }) => verdict !== 'not judged').map((entry) => figureOf(entry, least)),
      notes: [...(least === floor ? [] : [elsewhere(before['model'])]), ...final.map(sentenceOf)],
    }
  } finally {
    await engine.stop()
  }
}

function isFallen({ verdict }: Judged): boolean {
  return verdict === 'fallen'
}

function figureOf({ name, part }: Judged, least: number): Figure {
  return atLeast(`SQLite, ${name}, of the stored ratio`, part, least)
}

function sentenceOf({ name, verdict, cpuRatio, quiet, disturbed }: Judged): string {
  const rounds = `${quiet} quiet rounds, ${disturbed} disturbed ones left out`
  if (verdict === 'not judged')
    return `${name}: NOT JUDGED, because something else kept the processors busy (${rounds}).`
  const said = verdict === 'fallen' ? 'SLOWER than the stored table, each time' : 'held'
  return `${name}: ${said}; processor time ${cpuRatio.toFixed(2)} of the bare server's (${rounds}).`
}

function elsewhere(model: string | number | undefined): string {
  return `The stored table is of another processor (${model}), so only a fall by more than ${100 - floorElsewhere} % counts.`
}
