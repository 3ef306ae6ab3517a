import { readFileSync } from 'node:fs'

/** The version of the service, from its package.json. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version
}
