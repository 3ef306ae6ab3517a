// Checks which modules import which, and that SQL and the names of engines stay where they belong (ARCHITECTURE.md).
import { readFileSync } from 'node:fs'
import { findCycles } from './imports/cycles.ts'
import { findFolderPairs } from './imports/pairs.ts'
import { rules } from './imports/rules.ts'
import { readSource } from './imports/source.ts'
import { findHeavyImports } from './imports/weight.ts'
import { filesBelow } from './launcher/files.mjs'
import { inRoot } from './launcher/paths.mjs'

const sources = filesBelow(inRoot('packages'))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readSource(path, readFileSync(inRoot('packages', path), 'utf8')))

const complaints = [
  ...sources.flatMap((source) =>
    rules.flatMap((rule) => rule(source).map(({ line, text }) => `packages/${source.path}:${line} ${text}`)),
  ),
  ...findHeavyImports(sources).map(({ path, line, text }) => `packages/${path}:${line} ${text}`),
  ...findCycles(sources).map((cycle) => `cycle of imports: ${cycle}`),
  ...findFolderPairs(sources).map((pair) => `folders that import each other: ${pair}`),
]

for (const complaint of complaints) console.log(complaint)
console.log(`${sources.length} sources, ${complaints.length} complaints`)
if (sources.length === 0 || complaints.length > 0) process.exitCode = 1
