// Runs a script of an example with the Node and the packages that it needs: `npm run example -- astro dev`.
import { readdirSync } from 'node:fs'
import { holdsLock, installIn } from './launcher/dependencies.mjs'
import { runNpm } from './launcher/npm.mjs'
import { inRoot } from './launcher/paths.mjs'

const [name = '', script = 'dev', ...args] = process.argv.slice(2)
const names = readdirSync(inRoot('examples'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
if (names.includes(name)) {
  const folder = inRoot('examples', name)
  if (!holdsLock(folder)) await installIn(folder, process.execPath)
  const { code } = await runNpm(folder, process.execPath, ['run', script, '--', ...args], 'inherit')
  process.exitCode = code ?? 1
} else {
  console.error(`Give the name of an example: ${names.join(', ')}.`)
  process.exitCode = 1
}
