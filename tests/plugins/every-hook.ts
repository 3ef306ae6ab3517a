import { afterHooks, beforeHooks, type Hooks } from '@octavo/plugin/hooks'
import { definePlugin, Refusal } from '@octavo/plugin'
import { z } from 'zod'

interface Heard {
  readonly hook: string
  readonly event: Record<string, unknown>
  readonly actor: unknown
  readonly settings: unknown
}

/** What the hooks have heard, for tests in the same process. */
export const heard: Heard[] = []

/** What was aborted because its time was over. */
export const aborted: string[] = []

/** Does what the title of an item says. */
function obey(title: unknown, signal: AbortSignal): Promise<never> | { data: unknown } | string | undefined {
  switch (title) {
    case 'refuse':
      throw new Refusal('not this title', { path: 'data.title' })
    case 'throw':
      throw new Error('secret reason in /etc/hidden')
    case 'hang':
      return new Promise(() => signal.addEventListener('abort', () => aborted.push('before')))
    case 'nonsense':
      return 'yes'
    case 'change':
      return { data: { title: 'changed by the plugin' } }
    case 'spoil':
      return { data: { title: 42, none: true } }
    case 'poison':
      return { data: { title: 'a\u0000b' } }
    default:
      return undefined
  }
}

const hooks = Object.fromEntries([
  ...beforeHooks.map((hook) => [
    hook,
    (event: Record<string, unknown>, info: { actor: unknown; settings: unknown; signal: AbortSignal }) => {
      heard.push({ hook, event, actor: info.actor, settings: info.settings })
      if (hook === 'content:beforeSave') {
        const { title } = event['data'] as { title?: unknown }
        // What a hook does to its event has no effect elsewhere.
        Object.assign(event, { data: { title: 'reached' } })
        return obey(title, info.signal)
      }
      return event['slug'] === 'kept' ? new Refusal('it is kept') : undefined
    },
  ]),
  ...afterHooks.map((hook) => [
    hook,
    (event: Record<string, unknown>, info: { actor: unknown; settings: unknown; signal: AbortSignal }) => {
      heard.push({ hook, event, actor: info.actor, settings: info.settings })
      const { title } = (event['data'] ?? {}) as { title?: unknown }
      if (title === 'throw afterwards') throw new Error('nobody should mind')
      if (title !== 'hang afterwards') return undefined
      return new Promise(() => info.signal.addEventListener('abort', () => aborted.push('after')))
    },
  ]),
]) as Hooks

const settings = z.strictObject({
  greeting: z.string().max(20).default('hello'),
  apiKey: z.string().default('').meta({ secret: true }),
})

export const plugin = definePlugin({
  id: 'every-hook',
  name: 'Every hook',
  version: '1.2.3',
  settings,
  blocks: [{ type: 'quote', title: 'Quote', schema: z.strictObject({ text: z.string().trim().min(1) }) }],
  hooks: hooks as Hooks<z.output<typeof settings>>,
})
