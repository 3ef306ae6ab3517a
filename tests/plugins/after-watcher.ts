import { afterHooks, type HookInfo } from '@octavo/plugin/hooks'
import { definePlugin } from '@octavo/plugin'

interface Heard {
  readonly hook: string
  readonly event: Record<string, unknown>
  readonly callId: string | null
  readonly actor: HookInfo['actor']
  readonly at: number
}

/** What the hooks have heard, for tests in the same process. */
export const heard: Heard[] = []

/** slug → what a hook does that is called for it; by default nothing */
export const behaviour = new Map<string, () => Promise<void> | void>()

const hooks = Object.fromEntries(
  afterHooks.map((hook) => [
    hook,
    (event: Record<string, unknown>, { callId, actor }: HookInfo) => {
      heard.push({ hook, event, callId, actor, at: performance.now() })
      return behaviour.get(String(event['slug']))?.()
    },
  ]),
)

export const plugin = definePlugin({ id: 'after-watcher', name: 'After watcher', version: '1.0.0', hooks })
