import type { operations } from '@octavo/contract/operations/registry'
import { limits } from '@octavo/contract/limits'
import type { z } from 'zod'
import type { WriteContext } from '../../core/context.ts'
import type { Wrapper } from '../../core/handler.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { Encoded } from '../../platform/encoded.ts'
import { invalidAt } from '../../platform/errors.ts'
import { completedData } from '../media/completing.ts'
import { type Block, blocksIn } from '../rich-text/block.ts'
import { type BlockEdit, editedBlocks } from '../rich-text/block-edits.ts'
import { Conversion } from '../rich-text/converter.ts'
import { EditRefusal, replaceInText } from '../rich-text/text-edits.ts'
import { nameOf } from './item-name.ts'
import { checkRev, currentRev, type Item, openItem, requireEdit } from './item.ts'
import { parsedMarkdown } from './markdown-input.ts'
import { workingData } from './saving.ts'
import { applyUpdate } from './updating.ts'

type EditOperation = typeof operations.content.edit
type Input = z.output<EditOperation['input']>
type Edit = Input['edits'][number]

/** fields that edits can change */
const editable = new Set(['portableText', 'text', 'string'])

/** Edits parts of a text of an item; the answer has only these parts. */
export async function editItem(context: WriteContext, input: Input): Promise<Encoded> {
  const item = await openItem(context, nameOf(context, input))
  requireEdit(context, item)
  checkRev(context, item, input._rev)
  const { saved, slug, isRich, edited } = await applyEdits(context, item, input)
  const changed = isRich ? await storedBlocks(context, saved, { slug, keys: edited.changed }) : edited.changed
  const { row } = saved
  const rev = currentRev(saved)
  const answer: z.input<EditOperation['output']> = {
    item: {
      id: row.id,
      slug: row.draft_slug ?? row.slug,
      status: row.status,
      hasPendingDraft: row.draft_revision_id !== null,
    },
    field: slug,
    changed: changed.slice(0, limits.shownBlocks),
    changedCount: changed.length,
    removed: edited.removed,
    _rev: rev,
    ...(context.notices.length > 0 && { notice: context.notices.join(' ') }),
  }
  return Encoded.of(answer, rev)
}

/**
 * Edits a text of an item that the caller may change, and saves the item. Returns it as it is then, the field (`slug`,
 * and whether it is rich text), and what the edits have changed.
 */
export async function applyEdits(
  context: WriteContext,
  item: Item,
  { field, edits }: Pick<Input, 'field' | 'edits'>,
) {
  const { slug, type } = fieldToEdit(item.collection, field)
  const stored = (await dataOf(context, item))[slug]
  const isRich = type.name === 'portableText'
  const edited = isRich ? editRichText(blocksIn(stored), edits) : editText(stored, edits)
  const saved = await applyUpdate(context, item, { data: { [slug]: edited.value } })
  return { saved, slug, isRich, edited }
}

interface Edited {
  readonly value: unknown
  /** keys of blocks, or places in a text */
  readonly changed: readonly string[]
  readonly removed: string[]
}

function editRichText(before: readonly Block[], edits: readonly Edit[]): Edited {
  let blocks: readonly Block[] = before
  for (const [index, edit] of edits.entries())
    blocks = refusedAt(index, () => editedBlocks(blocks, edit as BlockEdit))
  // A block that no edit has changed is still the same object.
  const known = new Set(before)
  const remaining = new Set(blocks.map(({ _key }) => _key))
  return {
    value: blocks,
    changed: blocks.filter((block) => !known.has(block)).map(({ _key }) => String(_key)),
    removed: before.filter(({ _key }) => !remaining.has(_key)).map(({ _key }) => String(_key)),
  }
}

function editText(stored: unknown, edits: readonly Edit[]): Edited {
  let text = typeof stored === 'string' ? stored : ''
  const changed: string[] = []
  for (const [index, { find, replace = '', all = false }] of edits.entries()) {
    if (find === undefined)
      throw invalidAt(`edits.${index}`, 'only rich text has blocks and sections; give find and replace')
    const done = refusedAt(index, () => replaceInText(text, { find, replace, all }))
    text = done.text
    changed.push(...done.places)
  }
  return { value: text, changed, removed: [] }
}

/** Converts the refusal of an edit into an issue at its place in the input. */
function refusedAt<Result>(index: number, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof EditRefusal) throw invalidAt(`edits.${index}`, error.message)
    throw error
  }
}

/** The named field, or without a name the only one of rich text. Throws VALIDATION_ERROR if there is no such field. */
function fieldToEdit({ fields, field, slug }: CollectionModel, named: string | undefined): FieldModel {
  const known = fields.filter(({ type }) => editable.has(type.name))
  const names = known.map((one) => one.slug).join(', ')
  const rich = known.filter(({ type }) => type.name === 'portableText')
  const found = named === undefined && rich.length === 1 ? rich[0] : field.get(named ?? '')
  if (found !== undefined && editable.has(found.type.name)) return found
  const problem = named === undefined ? 'name one' : `"${named}" is none`
  throw invalidAt('field', `${problem} of the fields of text of "${slug}": ${names || 'it has none'}`)
}

/** The values that editors see, in the form of answers, to which edits apply. */
async function dataOf(context: WriteContext, item: Item): Promise<Readonly<Record<string, unknown>>> {
  return completedData(context, await workingData(context, item))
}

/** The blocks with these keys as they are stored now: saving can have changed what was given, also by plugins. */
async function storedBlocks(
  context: WriteContext,
  item: Item,
  { slug, keys }: { slug: string; keys: readonly string[] },
): Promise<readonly Block[]> {
  const wanted = new Set(keys)
  return blocksIn((await dataOf(context, item))[slug]).filter(({ _key }) => wanted.has(String(_key)))
}

/** Reads the Markdown of edits before the transaction, so that no other writer waits for it. */
export const withEditedMarkdown: Wrapper<{ edits?: Edit[] | undefined }> = async (
  { context, input },
  run,
) => {
  if (input.edits === undefined) return run(input)
  if (!input.edits.some(({ content }) => typeof content === 'string')) return run(input)
  const conversion = new Conversion(context.caller.userId ?? '')
  const contents = input.edits.map(({ content }) => (typeof content === 'string' ? content : null))
  const read = await parsedMarkdown(contents, conversion)
  const edits = input.edits.map((edit, index): Edit => {
    const parsed = read[index]
    if (parsed === null || parsed === undefined) return edit
    const [issue] = parsed.issues
    if (issue !== undefined) throw invalidAt(`edits.${index}.content`, issue.message)
    return { ...edit, content: [...parsed.blocks] }
  })
  return run({ ...input, edits })
}
