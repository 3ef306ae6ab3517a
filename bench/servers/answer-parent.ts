import { writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'

export type Question = { ask: 'usage' } | { ask: 'profile' } | { ask: 'profiled'; file: string }

export interface Usage {
  /** microseconds of processor time since the start, user and system */
  readonly cpu: number
  readonly residentBytes: number
}

/** Notifies the bench that the server listens, then answers its requests. The server ends when the bench does. */
export function answerParent(): void {
  let session: Session | undefined
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (question: Question) => {
    if (question.ask === 'profile') session = await startProfile()
    if (question.ask === 'profiled') writeFileSync(question.file, JSON.stringify(await endProfile(session)))
    process.send?.(usage())
  })
  process.send?.(usage())
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpu: user + system, residentBytes: process.memoryUsage.rss() }
}

async function startProfile(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  return session
}

async function endProfile(session: Session | undefined): Promise<Profiler.Profile | undefined> {
  const result = await session?.post('Profiler.stop')
  session?.disconnect()
  return result?.profile
}
