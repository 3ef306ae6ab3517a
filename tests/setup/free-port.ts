import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, one of which could take a free port meanwhile. */
const first = 20_000
const count = 12_000
let next = Math.floor(Math.random() * count)

/** A port of this machine without a listener, and that this process has not given out before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries++) {
    const port = first + (next++ % count)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${first} to ${first + count} is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
