import { type Figure, atLeast } from '../report/figures.ts'
import type { Client } from '../load/client.ts'
import type { Engine } from '../table/engine.ts'
import { measureEngine, type Row } from '../table/measure.ts'
import type { PairName } from '../table/pair.ts'
import { openSqlite } from '../table/sqlite.ts'
import { storedTable } from '../table/stored.ts'
import type { Section } from './section.ts'

/** the workloads that say most of a path that everything takes */
const checked: readonly PairName[] = ['item', 'list of 50', 'create, 1 writer', 'content_get over MCP']

/** how much of a stored ratio must be there, in percent */
const floor = 85

const short = { seconds: 1, rounds: 5 }
const long = { seconds: 2, rounds: 9 }

/**
 * The short form of the table: fails where the ratio of processor times fell by more than 15 %. What seems to have
 * fallen is measured once more, for longer, because a busy machine disturbs a short run.
 */
export const check: Section = async (client, settings) => {
  const before = new Map(storedTable().rows.map((row) => [`${row.engine} ${row.name}`, row]))
  const of = (row: Row): Figure | null => figureOf(row, before.get(`${row.engine} ${row.name}`))
  const engine = await openSqlite()
  try {
    const measure = (rules: typeof short, names: readonly PairName[]): Promise<Row[]> =>
      run(client, engine, { ...settings, ...rules }, names)
    const rows = await measure(short, checked)
    const fallen = rows.filter((row) => !isHeld(of(row))).map(({ name }) => name)
    const again = fallen.length === 0 ? [] : await measure(long, fallen)
    const final = rows.map((row) => again.find(({ name }) => name === row.name) ?? row)
    const figures = final.map(of).filter((figure) => figure !== null)
    const missed = figures.filter((figure) => !isHeld(figure)).map(({ name }) => name)
    if (missed.length > 0) process.exitCode = 1
    return {
      comparisons: [],
      table: final,
      figures,
      notes: missed.map((name) => `Slower than before: ${name}`),
    }
  } finally {
    await engine.stop()
  }
}

function run(
  client: Client,
  engine: Engine,
  settings: Parameters<Section>[1],
  names: readonly PairName[],
): Promise<Row[]> {
  return measureEngine(client, engine, settings, (name) => names.includes(name))
}

function figureOf({ engine, name, cpuRatio }: Row, before: Row | undefined): Figure | null {
  if (cpuRatio === null || before === undefined || before.cpuRatio === null) return null
  return atLeast(`${engine}, ${name}, of the stored ratio`, cpuRatio / before.cpuRatio, floor)
}

function isHeld(figure: Figure | null): boolean {
  return figure === null || figure.value >= figure.target
}
