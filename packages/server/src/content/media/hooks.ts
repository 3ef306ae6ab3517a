import type { Issue } from '@octavo/contract/errors'
import { media } from '@octavo/contract/operations/media'
import type { Data, Events } from '@octavo/plugin/hooks'
import type { WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { findUnsafe } from '../../platform/json-safety.ts'
import { runBefore, recordAfterHooks } from '../../plugins/dispatch.ts'
import type { MediaRow } from './store.ts'

type Described = Pick<MediaRow, 'id' | 'filename' | 'mime_type' | 'size' | 'alt' | 'caption'>
type Texts = Pick<MediaRow, 'alt' | 'caption'>

const texts = media.update.input.pick({ alt: true, caption: true })

/** Runs the before-hooks for a new record; returns the record with the texts they return. */
export async function beforeUpload<Row extends Described>(context: WriteContext, row: Row): Promise<Row> {
  let changed: Texts = row
  // No id: the record does not exist yet.
  const event = { ...eventOf(row), id: null }
  await runBefore(context, 'media:beforeUpload', event, (data, pluginId) => {
    changed = checkedTexts(data, pluginId)
  })
  return { ...row, alt: changed.alt, caption: changed.caption }
}

/** Runs the after-hooks for a record whose bytes are stored. */
export function afterUpload(context: WriteContext, row: Described): void {
  recordAfterHooks(context, 'media:afterUpload', eventOf(row))
}

/** Runs the hooks around an update; `save` receives the record with the texts that the before-hooks return. */
export async function aroundUpdating<Row extends Described>(
  context: WriteContext,
  { before, after }: { before: Described; after: Row },
  save: (row: Row) => Promise<void>,
): Promise<void> {
  let changed: Texts = after
  const event = { ...eventOf(after), previous: eventOf(before).data }
  await runBefore(context, 'media:beforeUpdate', event, (data, pluginId) => {
    changed = checkedTexts(data, pluginId)
  })
  const saved = { ...after, alt: changed.alt, caption: changed.caption }
  await save(saved)
  recordAfterHooks(context, 'media:afterUpdate', { ...event, ...eventOf(saved) })
}

/** Runs the hooks around a deletion. */
export async function aroundDeleting(
  context: WriteContext,
  row: Described,
  remove: () => Promise<void>,
): Promise<void> {
  const event = eventOf(row)
  await runBefore(context, 'media:beforeDelete', event)
  await remove()
  recordAfterHooks(context, 'media:afterDelete', event)
}

function eventOf({ id, filename, mime_type, size, alt, caption }: Described): Events['media:afterUpload'] {
  return { id, filename, mimeType: mime_type, size, data: { alt, caption } }
}

/** Validates texts from a plugin like the input of a caller; a text that the plugin leaves out becomes null. */
function checkedTexts(data: Data, pluginId: string): Texts {
  const unsafe = findUnsafe({ data })
  if (unsafe.issues.length > 0) throw invalid(unsafe.issues)
  const { success, data: parsed, error } = texts.safeParse(data)
  if (success) return { alt: parsed.alt ?? null, caption: parsed.caption ?? null }
  throw invalid(
    error.issues.flatMap((issue): Issue[] => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
      const message = `${issue.message} (the plugin "${pluginId}" changed the data)`
      return keys.map((key) => ({ path: `data.${key}`, message }))
    }),
  )
}
