import { isAllowed } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { namesOfUsers } from '../../identity/users/users.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { invalidAt } from '../../platform/errors.ts'
import { completed, joined } from '../media/completing.ts'
import { filesById } from '../media/library.ts'
import { idsOfMembers } from './cache-tags.ts'
import type { Inclusion } from './include-paths.ts'
import { authorsOfItems, linkedItems, linkedMedia, type Sources, termsOfItems } from './included-store.ts'
import { revWithIncluded } from './rev.ts'
import { inLocale } from '../site-translations/reading.ts'
import { presentTerm } from './term-store.ts'

/** An answer with the objects that it includes; its `_rev` then follows them. */
export async function withIncluded(
  context: ReadContext,
  answer: Encoded,
  sources: Sources,
  inclusion: Inclusion,
): Promise<Encoded> {
  const { items, media: shown } = await itemsOf(context, sources, inclusion)
  const terms = await termsOf(context, sources, inclusion)
  const media = await mediaOf(context, sources, inclusion)
  const parts = [
    ...object('{"items":', items),
    ...object(',"terms":', [members(terms)]),
    ...object(',"authors":', [members(await authorsOf(context, sources, inclusion))]),
    ...object(',"media":', [members(media)]),
    Buffer.from('}'),
  ]
  const { rev } = answer
  // The terms alone are in the `_rev` already.
  const isInRev = !inclusion.hasAuthors && inclusion.items.size === 0 && inclusion.media.length === 0
  const tagged = rev === null || isInRev ? answer : answer.withRev(revWithIncluded(rev, parts))
  const whole = tagged.withJson('included', parts)
  whole.included = {
    collections: [...inclusion.items.keys()].map(({ slug }) => slug),
    items: sources.view === 'live' ? idsOfMembers(items) : [],
    terms: terms.map(({ id }) => id),
    media: [...shown, ...media.map(({ id }) => id)],
  }
  return whole
}

function object(start: string, inner: readonly Buffer[]): Buffer[] {
  return [Buffer.from(`${start}{`), ...inner, Buffer.from('}')]
}

function members(values: readonly { readonly id: string }[]): Buffer {
  return Buffer.from(values.map((value) => `${JSON.stringify(value.id)}:${JSON.stringify(value)}`).join(','))
}

async function itemsOf(
  context: ReadContext,
  sources: Sources,
  { items }: Inclusion,
): Promise<{ items: Buffer[]; media: string[] }> {
  const parts: Buffer[] = []
  const media: string[] = []
  let bytes = 0
  for (const [target, paths] of sources.ids.length === 0 ? [] : items) {
    const found = await linkedItems(context, sources, target, paths)
    if (found === null || (bytes += found.length) > limits.listBytes) throw tooMuch('items')
    if (found.length === 0) continue
    const { content, media: shown } = await completed(context, found)
    const whole = joined(content)
    parts.push(...(parts.length === 0 ? [] : [Buffer.from(',')]), whole)
    media.push(...shown)
  }
  return { items: parts, media }
}

async function termsOf(context: ReadContext, sources: Sources, { hasTerms }: Inclusion) {
  const terms = hasTerms && sources.ids.length > 0 ? await termsOfItems(context, sources) : []
  const shown = await inLocale(context, bounded('terms', terms), sources.locale)
  return shown.map((term) => presentTerm(term.taxonomy, term))
}

async function authorsOf(context: ReadContext, sources: Sources, { hasAuthors }: Inclusion) {
  const ids = hasAuthors && sources.ids.length > 0 ? await authorsOfItems(context, sources) : []
  return namesOfUsers(context, ids)
}

async function mediaOf(context: ReadContext, sources: Sources, { media }: Inclusion) {
  if (media.length === 0 || sources.ids.length === 0 || !isAllowed(context.caller, 'media.read')) return []
  const ids = bounded('media', await linkedMedia(context, sources, media))
  return [...(await filesById(context, ids)).values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function bounded<Value>(what: string, values: readonly Value[]): readonly Value[] {
  if (values.length > limits.include.objects) throw tooMuch(what)
  return values
}

function tooMuch(what: string): Error {
  return invalidAt(
    'include',
    `would bring more than ${limits.include.objects} ${what}, or ${limits.listBytes / 1024 / 1024} MB of them, into one answer; ask for fewer items a page, or for fewer paths`,
  )
}
