import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

/** The generated parts of docs/performance.md; the rest is written by hand. */
export type GeneratedPart = 'table' | 'peers'

/** Replaces a generated part of docs/performance.md. */
export function documentPart(part: GeneratedPart, text: string): void {
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), part, text))
}

/** A text with one of its parts replaced; throws where it has no such part. */
export function withPart(document: string, part: GeneratedPart, text: string): string {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
  const [start, stop] = [document.indexOf(begin), document.indexOf(end)]
  if (start === -1 || stop < start) throw new Error(`The document has no part between ${begin} and ${end}.`)
  return `${document.slice(0, start + begin.length)}\n\n${text.trim()}\n\n${document.slice(stop)}`
}
