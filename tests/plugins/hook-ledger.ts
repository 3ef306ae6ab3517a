import { appendFileSync } from 'node:fs'
import { definePlugin } from '@octavo/plugin'
import type { ContentEvent, HookInfo } from '@octavo/plugin/hooks'

/** Writes what it hears into a file, for tests of services that are killed. */
function note({ id, data }: ContentEvent & { data: unknown }, { callId }: HookInfo): Promise<void> | void {
  appendFileSync(process.env['HOOK_LEDGER'] ?? '', `${JSON.stringify({ id, data, callId })}\n`)
  if (process.env['HOOK_HANGS'] === 'true') return new Promise(() => undefined)
  return undefined
}

export const plugin = definePlugin({
  id: 'hook-ledger',
  name: 'Hook ledger',
  version: '1.0.0',
  hooks: { 'content:afterPublish': note },
})
