import { existsSync, readFileSync } from 'node:fs'

/** Microseconds of processor time that a process has taken; NaN on other systems than Linux. */
export function processorTime(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return NaN
  // The name of the program, in brackets, may have spaces.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tick
}

/** microseconds that a unit of these times has on every Linux system */
const tick = 10_000

/** Resident memory of a process; NaN on other systems than Linux. */
export function residentBytes(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1]) * 1024
}
