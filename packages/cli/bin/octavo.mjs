#!/usr/bin/env node
// Plain JavaScript for an old Node: the message about the version must also work there.
import { existsSync } from 'node:fs'
import { isSupported, minimumNode } from './node-version.mjs'

const launcher = new URL('../../../scripts/launcher/launch.mjs', import.meta.url)
const isClone = existsSync(launcher)

if (isClone) {
  const { launch } = await import(launcher.href)
  await launch('octavo', process.argv.slice(2))
} else if (isSupported()) {
  await import(new URL('../bundle/main.js', import.meta.url).href)
} else {
  process.stderr.write(`Octavo needs Node.js ${minimumNode} or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 1
}
