import { parseArgs } from 'node:util'
import { abuse } from './sections/abuse.ts'
import { admin } from './sections/admin.ts'
import { backup } from './sections/backup.ts'
import { caching } from './sections/caching.ts'
import { check } from './sections/check.ts'
import { events } from './sections/events.ts'
import { files } from './sections/files.ts'
import { growth } from './sections/growth.ts'
import { imports } from './sections/import.ts'
import { mcp } from './sections/mcp.ts'
import { nodes } from './sections/nodes.ts'
import { peers } from './sections/peers.ts'
import { pictures } from './sections/pictures.ts'
import { profile } from './sections/profile.ts'
import { queries } from './sections/queries.ts'
import { reads } from './sections/reads.ts'
import { search } from './sections/search.ts'
import type { Section, Settings } from './sections/section.ts'
import { start } from './sections/start.ts'
import { storage } from './sections/storage.ts'
import { table } from './sections/table.ts'
import { writes } from './sections/writes.ts'

const sections: Readonly<Record<string, Section>> = {
  table,
  check,
  reads,
  queries,
  pictures,
  caching,
  writes,
  start,
  storage,
  search,
  mcp,
  nodes,
  files,
  events,
  backup,
  growth,
  peers,
  import: imports,
  abuse,
  admin,
  profile,
}

/** `growth` builds a million items and `peers` installs other services the first time; `profile` is not a measurement. */
const usualSections = ['table', 'start', 'storage']

export interface Arguments extends Settings {
  readonly chosen: readonly (readonly [string, Section])[]
  readonly json: string | undefined
}

/** Reads the command line; throws a sentence for what it does not understand. */
export function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      items: { type: 'string', default: '1000000' },
    },
  })
  const names = positionals.length === 0 ? usualSections : positionals
  const chosen = names.map((name): [string, Section] => {
    const section = Object.hasOwn(sections, name) ? sections[name] : undefined
    if (section === undefined)
      throw new Error(`There is no section "${name}", only ${Object.keys(sections).join(', ')}.`)
    return [name, section]
  })
  return {
    chosen,
    json: values.json,
    only: values.only,
    seconds: wholeNumber('seconds', values.seconds, 60),
    rounds: wholeNumber('rounds', values.rounds, 99),
    largeItems: wholeNumber('items', values.items, 10_000_000),
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new Error(`--${name} must be a whole number from 1 to ${most}; it is "${text}".`)
}
