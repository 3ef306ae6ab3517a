import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { definePlugin } from '@octavo/plugin'
import type { ContentEvent, HookInfo } from '@octavo/plugin/hooks'

/**
 * Writes its calls into a file, for tests of services that are killed. With a file `<ledger>.kill` it kills its process
 * before the call ends.
 */
function note({ id, data }: ContentEvent & { data: unknown }, { callId }: HookInfo): Promise<void> | void {
  const ledger = process.env['HOOK_LEDGER'] ?? ''
  appendFileSync(ledger, `${JSON.stringify({ id, data, callId })}\n`)
  if (existsSync(`${ledger}.kill`)) {
    writeFileSync(`${ledger}.killed`, callId ?? '')
    rmSync(`${ledger}.kill`)
    process.kill(process.pid, 'SIGKILL')
  }
  if (process.env['HOOK_HANGS'] === 'true') return new Promise(() => undefined)
  return undefined
}

export const plugin = definePlugin({
  id: 'hook-ledger',
  name: 'Hook ledger',
  version: '1.0.0',
  hooks: { 'content:afterPublish': note },
})
