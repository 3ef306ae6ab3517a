import { expect, test } from 'vitest'
import type { Client } from '../../bench/load/client.ts'
import type { Server } from '../../bench/servers/server.ts'
import { judge } from '../../bench/table/judge.ts'

const idle = (): { busy: number; idle: number } => ({ busy: 0, idle: 2 })
// More than the pretended processor time of the servers, which takes no time here.
const busy = (): { busy: number; idle: number } => ({ busy: Number.MAX_SAFE_INTEGER, idle: 0 })

/** Judges servers that take so many microseconds a request; the stored ratio is 0.5. */
async function judged(
  { octavo, bare }: { octavo: number; bare: number },
  machine = idle,
): Promise<Awaited<ReturnType<typeof judge>>> {
  const requests = 1000
  const taken = new Map<string, number>()
  const client: Client = {
    load: ({ url }) => {
      taken.set(url, (taken.get(url) ?? 0) + requests * (url === 'octavo' ? octavo : bare))
      return Promise.resolve({ requests, rps: 0, p50: 0, p99: 0, failures: 0, clientBusy: 0 })
    },
    stop: () => Promise.resolve(),
  }
  const server = (name: string): Server => ({
    name,
    url: name,
    token: '',
    pid: 0,
    usage: () => Promise.resolve({ cpu: taken.get(name) ?? 0, residentBytes: 0 }),
    startProfile: () => Promise.resolve(),
    endProfile: () => Promise.resolve({ cpu: 0, residentBytes: 0 }),
    stop: () => Promise.resolve(),
  })
  const workload = { kind: 'get', paths: ['/'] } as const
  return judge(
    client,
    { octavo: server('octavo'), bare: server('bare') },
    { name: 'item', connections: 1, octavo: workload, bare: workload },
    { base: 0.5, least: 85, milliseconds: 2000, watch: () => machine },
  )
}

test.concurrent('a ratio that fell by more than 15 % has fallen', async () => {
  await expect(judged({ octavo: 120, bare: 50 })).resolves.toMatchObject({ verdict: 'fallen', part: 50 / 60 })
})

test.concurrent('a ratio that fell by less holds', async () => {
  await expect(judged({ octavo: 110, bare: 50 })).resolves.toMatchObject({ verdict: 'held' })
})

test.concurrent('nothing is judged while something else takes the processors', async () => {
  const result = await judged({ octavo: 1000, bare: 50 }, busy)
  expect(result).toMatchObject({ verdict: 'not judged', quiet: 0 })
  expect(result.disturbed).toBeGreaterThan(0)
})
