import type { Client } from '../load/client.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { collectionPath } from '../load/pages.ts'
import { atLeast, type Figure } from '../report/figures.ts'
import type { SectionResult } from '../report/print.ts'
import type { Settings } from '../sections/section.ts'
import { usual } from '../sections/sizes.ts'
import type { Server } from '../servers/server.ts'

const connections = 8
const updatedItems = 500

/** The rounds are short and many: the speed of disks changes from second to second. */
const secondsOfRound = 1
const roundsOfEach = 4

interface Servers {
  readonly withEvents: Server
  readonly without: Server
  /** a second server without events: its difference from the first is the error of the measurement */
  readonly control: Server
}

interface Writing {
  readonly ids: readonly string[]
  readonly engine: string
  readonly settings: Settings
}

/** Creates and updates of published items, with the log of events and without it, each on its copy of the data. */
export async function measureWriting(
  client: Client,
  { withEvents, without, control }: Servers,
  { ids, engine, settings }: Writing,
): Promise<SectionResult> {
  const servers = [without, withEvents, control] as const
  const names = ['without events', 'with events', 'without events, again'] as const
  const paths = ids.slice(0, updatedItems).map((id) => `${collectionPath}/${id}`)
  const workloads = {
    create: { kind: 'create', status: 'published', bodyBytes: usual.bodyBytes },
    update: { kind: 'update', paths },
  } as const
  const contestants = (kind: keyof typeof workloads): Contestant[] =>
    servers.map((server, index) => ({ name: `${kind}, ${names[index]}`, server, workload: workloads[kind] }))
  const rows = await compare(client, [...contestants('create'), ...contestants('update')], {
    connections,
    seconds: secondsOfRound,
    rounds: settings.rounds * roundsOfEach,
  })
  const [create, update] = [rows.slice(0, 3), rows.slice(3)]
  return {
    comparisons: [{ title: `${engine}: writes with the log of events, ${connections} connections`, rows }],
    figures: [...figuresOf(`${engine}: create`, create), ...figuresOf(`${engine}: update`, update)],
    notes: [...notesOf(`${engine}: create`, create), ...notesOf(`${engine}: update`, update)],
  }
}

function figuresOf(name: string, [without, logged]: readonly Measured[]): Figure[] {
  if (without === undefined || logged === undefined) return []
  return [atLeast(`${name}, of one without events`, ratio(logged, without), 90)]
}

function notesOf(name: string, [without, logged, control]: readonly Measured[]): string[] {
  if (without === undefined || logged === undefined || control === undefined) return []
  const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
  return [
    `${name}: two servers without events differ by ${percent(ratio(control, without) - 1)}`,
    `${name}: processor time with events: ${percent(ratio(logged, without, 'cpu'))}, control: ${percent(ratio(control, without, 'cpu'))}`,
  ]
}
