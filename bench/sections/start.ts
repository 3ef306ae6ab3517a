import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { copyOf, type DataSet, openDataSet } from '../data/data-set.ts'
import { median } from '../load/median.ts'
import { collectionPath } from '../load/pages.ts'
import { below } from '../report/figures.ts'
import { built } from '../servers/built.ts'
import { residentBytes } from '../servers/processes.ts'
import { cleanEnvironment, freePort, octavoEnvironment, stop } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const starts = 5
const idleSeconds = 5
const patience = 20_000

/** From nothing to the first item that is answered, on a migrated database, and what the idle server takes. */
export const start: Section = async () => {
  const set = await openDataSet(usual)
  const copy = copyOf(set.folder)
  try {
    const milliseconds: number[] = []
    const megabytes: number[] = []
    for (let run = 0; run < starts; run++) {
      const { firstAnswer, resident } = await startOnce({ ...set, folder: copy.folder })
      milliseconds.push(firstAnswer)
      megabytes.push(resident)
    }
    const list = (values: number[]): string => values.map((value) => value.toFixed(0)).join(', ')
    return {
      comparisons: [],
      figures: [
        below('start to the first answer', median(milliseconds), 'ms', 350),
        below(`memory (RSS) after ${idleSeconds} s idle`, median(megabytes), 'MB', 100),
      ],
      notes: [
        `Starts of ${existsSync(built) ? 'the build' : 'the sources (there is no build)'}: ${list(milliseconds)} ms; idle RSS: ${list(megabytes)} MB`,
      ],
    }
  } finally {
    copy.remove()
  }
}

async function startOnce({
  folder,
  token,
  ids,
}: DataSet): Promise<{ firstAnswer: number; resident: number }> {
  const port = await freePort()
  const began = performance.now()
  const child = launch(folder, port)
  try {
    await waitForAnswer(`http://127.0.0.1:${port}${collectionPath}/${ids[0]}`, token, began + patience)
    const milliseconds = performance.now() - began
    await delay(idleSeconds * 1000)
    return { firstAnswer: milliseconds, resident: residentBytes(child.pid ?? 0) / 2 ** 20 }
  } finally {
    await stop(child)
  }
}

function launch(folder: string, port: number): ChildProcess {
  const source = fileURLToPath(new URL('../octavo-server.ts', import.meta.url))
  const command = existsSync(built) ? [built, 'serve'] : [...process.execArgv, source]
  return spawn(process.execPath, command, {
    env: { ...cleanEnvironment(), ...octavoEnvironment(folder), PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function waitForAnswer(url: string, token: string, giveUpAt: number): Promise<void> {
  while (performance.now() < giveUpAt) {
    if ((await statusOf(url, token)) === 200) return
    await delay(2)
  }
  throw new Error('The service did not answer in time.')
}

function statusOf(url: string, token: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { headers: { authorization: `Bearer ${token}` }, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', () => resolve(0))
  })
}
