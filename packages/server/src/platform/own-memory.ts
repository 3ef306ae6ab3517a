import { readFileSync } from 'node:fs'

/**
 * Bytes of memory that the process cannot give back: without mapped files, such as the database of SQLite, whose pages
 * the kernel drops when memory is short.
 */
export function ownMemory(): number {
  const resident = process.memoryUsage.rss()
  try {
    // The numbers of pages of the process: its address space, those in memory, and of these the mapped ones.
    const [, pages = 0, mapped = 0] = readFileSync('/proc/self/statm', 'utf8').split(' ').map(Number)
    return pages > 0 ? resident * (1 - mapped / pages) : resident
  } catch {
    // Only Linux reports how much is mapped.
    return resident
  }
}
