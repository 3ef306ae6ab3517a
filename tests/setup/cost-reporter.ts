import { readdirSync, readFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints how many seconds of processor time each file took, those of its browser, database and services included, the
 * most expensive first. For Linux, and one worker: what several do at once belongs to no file.
 *
 * @public
 */
export default class CostReporter implements Reporter {
  #before = costsBelow(process.pid)
  readonly #rows: { name: string; costs: Costs }[] = []

  onTestModuleEnd({ relativeModuleId: name }: TestModule): void {
    const now = costsBelow(process.pid)
    const costs = Object.fromEntries(kinds.map((kind) => [kind, now[kind] - this.#before[kind]])) as Costs
    this.#rows.push({ name, costs })
    this.#before = now
  }

  onTestRunEnd(): void {
    const rows = this.#rows.toSorted((one, other) => sum(other.costs) - sum(one.costs))
    const total = Object.fromEntries(
      kinds.map((kind) => [kind, rows.reduce((all, { costs }) => all + costs[kind], 0)]),
    ) as Costs
    const line = (cells: readonly string[], name: string): string =>
      `${cells.map((cell) => cell.padStart(9)).join('')}  ${name}`
    const cellsOf = (costs: Costs): string[] =>
      [sum(costs), ...kinds.map((kind) => costs[kind])].map((seconds) => seconds.toFixed(1))
    const lines = [
      line(['all', ...kinds], 'seconds of processor time'),
      line(cellsOf(total), 'all files'),
      ...rows.map(({ name, costs }) => line(cellsOf(costs), name)),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

const kinds = ['tests', 'browser', 'database', 'others'] as const
type Costs = Record<(typeof kinds)[number], number>

const sum = (costs: Costs): number => kinds.reduce((all, kind) => all + costs[kind], 0)

interface Process {
  readonly parent: number
  readonly name: string
  /** seconds of its own, and of its children that have ended */
  readonly own: number
  readonly ended: number
}

/** Seconds that a process and all below it have taken so far, by what they are. */
function costsBelow(root: number): Costs {
  const all = new Map<number, Process>()
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? readProcess(entry) : null
    if (found !== null) all.set(Number(entry), found)
  }
  const isBelow = (id: number): boolean => id === root || (all.has(id) && isBelow(all.get(id)?.parent ?? 0))
  const costs: Costs = { tests: 0, browser: 0, database: 0, others: 0 }
  for (const [id, { parent, name, own, ended }] of all) {
    if (!isBelow(id)) continue
    const isWorker = id === root || parent === root
    const kind = /chrom/.test(name) ? 'browser' : name === 'postgres' ? 'database' : 'others'
    costs[kind === 'others' && isWorker ? 'tests' : kind] += own
    costs[kind] += ended
  }
  return costs
}

/** The kernel counts hundredths of a second. */
function readProcess(id: string): Process | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const fields = text
      .slice(end + 2)
      .split(' ')
      .map(Number)
    const seconds = (place: number): number => ((fields[place] ?? 0) + (fields[place + 1] ?? 0)) / 100
    return {
      parent: fields[1] ?? 0,
      name: text.slice(text.indexOf('(') + 1, end),
      own: seconds(11),
      ended: seconds(13),
    }
  } catch {
    // It has ended meanwhile.
    return null
  }
}
