import { type Running, startProcess } from '../../tests/crash/service-process.ts'
import type { Surroundings } from './surroundings.ts'

/** One node, over all of its processes. */
export interface Node {
  readonly name: string
  /** null while it is down on purpose */
  readonly base: string | null
  /** how often it was killed or started; an answer may be missing when this has changed */
  readonly life: number
  killAndRestart(): Promise<void>
  /** ends it with SIGTERM; returns the exit code */
  stop(): Promise<number | null>
  /** what all of its processes have logged */
  log(): string
}

/** Starts a node. `report` is called for processes that end unexpectedly. */
export async function startNode(
  index: number,
  { settings, token }: Pick<Surroundings, 'settings' | 'token'>,
  report: (violation: string) => void,
): Promise<Node> {
  const name = `node ${index}`
  let life = 0
  let log = ''
  let running: Running | null = null

  const start = async (): Promise<void> => {
    const process = await startProcess(settings(index), token)
    running = process
    life++
    void process.ended.then((code) => {
      log += process.log()
      if (running === process) report(`${name} ended by itself with ${code}: ${process.log().slice(-2000)}`)
    })
  }
  const leave = (): Running | null => {
    const left = running
    running = null
    life++
    return left
  }
  await start()

  return {
    name,
    get base() {
      return running === null ? null : `http://127.0.0.1:${running.port}/_cms`
    },
    get life() {
      return life
    },
    killAndRestart: async () => {
      const killed = leave()
      killed?.kill('SIGKILL')
      await killed?.ended
      await start()
    },
    stop: async () => {
      const stopped = leave()
      stopped?.kill('SIGTERM')
      return (await stopped?.ended) ?? null
    },
    log: () => log + (running?.log() ?? ''),
  }
}
