import { existsSync, readFileSync } from 'node:fs'

/** What the processors of this machine did between two looks, in processors: 1 is one that did nothing else. */
export interface MachineTime {
  /** taken by whatever process, or by the machine that this one is a part of */
  readonly busy: number
  readonly idle: number
}

type Look = readonly [busy: number, idle: number, at: number]

const file = '/proc/stat'

/** units of the times of the kernel in a millisecond */
const perMillisecond = 0.1

/** Begins to watch; the function it returns says what the machine did since. Null on other systems than Linux. */
export function watchMachine(): () => MachineTime | null {
  const before = look()
  return () => {
    const after = look()
    if (before === null || after === null) return null
    const units = (after[2] - before[2]) * perMillisecond
    return { busy: (after[0] - before[0]) / units, idle: (after[1] - before[1]) / units }
  }
}

function look(): Look | null {
  if (!existsSync(file)) return null
  const line = readFileSync(file, 'utf8').split('\n', 1)[0] ?? ''
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return [user + nice + system + irq + softIrq + steal, idle + waiting, performance.now()]
}
