import { foldCase } from '@octavo/contract/fold-case'
import { textsWithoutHidden, valueWithoutHidden } from '../../content/hidden-items/hiding.ts'
import type { Section, sections } from '@octavo/contract/operations/sections'
import type { z } from 'zod'
import { auditThing } from '../../core/audit-recorder.ts'
import { pageOf, positionOf } from '../../platform/paging.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { refusingDuplicates, slugTaken } from '../../core/duplicates.ts'
import { notFound } from '../../platform/errors.ts'
import { givenOrFreeSlug } from '../../platform/given-slug.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { identityOf } from '../../core/undoable.ts'
import { bytesOf, refuseTooLarge } from '../../core/item-size.ts'
import { completedTexts, completedValue } from '../../content/media/completing.ts'
import { storedRichText } from '../../content/media/library.ts'
import { markedText } from '../../core/model/media-marks.ts'
import { reportCacheTags } from '../../core/delivery/cache-tags.ts'
import { linkSitePart, removeLinks, sourceTypes } from '../../content/links/links.ts'
import { checkedBlocks } from '../../plugins/blocks.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import {
  inLocale,
  rowInLocale,
  translationLocale,
  withTexts,
} from '../../content/site-translations/reading.ts'
import {
  defaultChanges,
  newTexts,
  removeTranslations,
  translate,
  translatedChanges,
  translatedLinks,
} from '../../content/site-translations/writing.ts'
import { sortKey } from '../../platform/sort-key.ts'
import {
  deleteSection,
  findSection,
  insertSection,
  listSections,
  type SectionRow,
  takenSectionSlugs,
  updateSection,
} from './store.ts'

export const sectionHandlers: HandlersOf<'sections'> = {
  list: async (context, { source, search, locale: named, limit, cursor }) => {
    const locale = translationLocale(context, named)
    // A cursor is valid only for the same filter. The search includes the texts of the locale.
    const list = `sections ${JSON.stringify([source, search, ...(locale === null ? [] : [locale])])}`
    const page = await listSections(context, {
      source,
      search: search === undefined ? undefined : foldCase(search),
      locale,
      after: positionOf(list, cursor),
      limit,
    })
    reportCacheTags(context, cacheParts)
    const rows = await answeredRows(context, await inLocale(context, page.rows, locale))
    return pageOf({ list, ...page, rows, present })
  },

  get: async (context, { section, locale }) => {
    const translation = translationLocale(context, locale)
    const row = await openSection(context, section)
    reportCacheTags(context, cacheParts)
    return { item: await answered(context, present(await rowInLocale(context, row, translation))) }
  },

  create: async (context, { slug: given, locale, ...input }) => {
    const isTranslation = translationLocale(context, locale) !== null
    const description = input.description ?? null
    const content = await contentOf(context, input.content, [])
    refuseTooLarge(context, { path: () => 'content', has: bytesOf(content), had: 0 })
    // If an undo creates a deleted section again, `identityOf` gives its former id and time.
    const section = await insertNamed(context, given, {
      ...identityOf(context),
      ...input,
      description,
      content,
      updatedAt: context.now,
    })
    await linkSection(context, section)
    auditThing(context, 'section', { name: section.slug, before: null, after: section })
    // The texts are stored for the default locale too, because every section needs some there.
    if (isTranslation)
      return sectionHandlers.update(context, {
        section: section.slug,
        ...newTexts('section', input),
        locale,
      })
    return { item: await answered(context, section) }
  },

  update: async (context, { section: slug, locale: named, ...input }) => {
    const locale = translationLocale(context, named)
    const row = await openSection(context, slug)
    if (locale !== null) return { item: await translateSection(context, row, locale, input) }
    const before = present(row)
    // Every section has a title and a content in the default locale, so null is refused for these.
    const changes = defaultChanges(input, ['title', 'content'])
    const changedMembers = Object.entries(changes).filter(([, value]) => value !== undefined)
    const after: Section = {
      ...before,
      ...Object.fromEntries(changedMembers),
      ...(changes.content !== undefined && {
        content: await contentOf(context, changes.content, before.content),
      }),
      updatedAt: context.now,
    }
    refuseTooLarge(context, {
      path: () => 'content',
      has: bytesOf(after.content),
      had: bytesOf(before.content),
    })
    await refusingDuplicates(context, slugTaken(after.slug, 'section'), () =>
      updateSection(context, rowOf(after)),
    )
    await linkSection(context, after)
    auditThing(context, 'section', { name: after.slug, before, after })
    return { item: await answered(context, after) }
  },

  delete: async (context, { section }) => {
    const before = present(await openSection(context, section))
    if (!(await deleteSection(context, section))) throw sectionNotFound(section)
    // `kept` is stored with the audit entry, for an undo of the deletion.
    const kept = await translationFacts(context, before.id)
    await removeLinks(context, before.id)
    await removeTranslations(context, before.id)
    auditThing(context, 'section', { name: section, before, after: null, kept })
    return { success: true }
  },
}

/** The cache tags of sections. Their content can show any files, so the tag is that of all media. */
const cacheParts = { collections: [], media: 'many' } as const

/** Changes the texts of a section in a locale: null removes a translation, undefined leaves it as it is. */
async function translateSection(
  context: WriteContext,
  row: SectionRow,
  locale: string,
  input: SectionChanges,
): Promise<Section> {
  const { content, ...texts } = translatedChanges('section', input)
  const before = await rowInLocale(context, row, locale)
  // `&&` keeps null and undefined. The marks show where references to files are, as in the rows of sections.
  const stored = content && (await contentOf(context, content, present(before).content))
  const values = { ...texts, content: stored && markedText(stored, 'any') }
  const had = bytesOf(before.content)
  refuseTooLarge(context, { path: () => 'content', has: bytesOf(values.content), had })
  const inDefaultLocale = present(row)
  const after = await translate(context, {
    type: 'section',
    inDefaultLocale,
    name: row.slug,
    locale,
    values,
    searchable: (member, value) => (member === 'content' ? null : foldCase(value)),
  })
  // Only the time is new: the row has the texts of the default locale.
  const changed = { ...row, updated_at: context.now }
  await updateSection(context, changed)
  await linkSection(context, inDefaultLocale)
  return answered(context, present(withTexts(changed, after)))
}

type SectionChanges = Omit<z.output<typeof sections.update.input>, 'section' | 'locale'>

/** Inserts a section with the given slug, or a free one. If others take the free one meanwhile, the next is tried. */
async function insertNamed(
  context: WriteContext,
  given: string | undefined,
  unnamed: Omit<Section, 'slug'>,
): Promise<Section> {
  const takenAmong = (slugs: readonly string[]) => takenSectionSlugs(context, slugs)
  for (;;) {
    const slug = await givenOrFreeSlug({ given, text: unnamed.title, source: 'title', takenAmong })
    const section = { ...unnamed, slug }
    if (await insertSection(context, rowOf(section))) return section
    if (given !== undefined) throw slugTaken(slug, 'section')
  }
}

async function openSection(context: ReadContext, slug: string): Promise<SectionRow> {
  const row = await findSection(context, slug)
  if (row === undefined) throw sectionNotFound(slug)
  return row
}

/** Rich text in the form to store. `stored` is what it replaces, whose unsafe links are allowed to remain. */
async function contentOf(
  context: WriteContext,
  content: Section['content'],
  stored: Section['content'],
): Promise<Section['content']> {
  const { blocks } = context.services.plugins.current
  const checked = checkedBlocks(blocks, content, { path: 'content', stored })
  // It takes a function, because other callers read the stored value only if it is needed.
  return storedRichText(context, checked, () => Promise.resolve(stored))
}

/**
 * A section as an answer has it: references to media are completed, and references to items that the caller may not see
 * are removed.
 */
async function answered(context: ReadContext, section: Section): Promise<Section> {
  const content = await completedValue(context, section.content)
  return { ...section, content: await valueWithoutHidden(context, content) }
}

/** Rows of sections with their content as an answer has it. */
async function answeredRows(context: ReadContext, rows: readonly SectionRow[]): Promise<SectionRow[]> {
  const contents = await completedTexts(
    context,
    rows.map(({ content }) => content),
  )
  const visible = await textsWithoutHidden(context, contents)
  return rows.map((row, index) => ({ ...row, content: visible[index] ?? row.content }))
}

async function linkSection(context: WriteContext, { id, content }: Section): Promise<void> {
  await linkSitePart(context, { id, type: sourceTypes.section }, [
    { field: 'content', value: content, linksBy: 'any' },
    ...(await translatedLinks(context, id, { content: 'any' })),
  ])
}

function sectionNotFound(slug: string): Error {
  return notFound(`The section "${slug.slice(0, 100)}"`)
}

/** A section in the form of the API, with its content as it is stored. */
export function present(row: SectionRow): Section {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    keywords: JSON.parse(row.keywords) as string[],
    content: JSON.parse(row.content) as Section['content'],
    source: row.source as Section['source'],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function rowOf(section: Section): SectionRow {
  const { slug, title, description, keywords } = section
  return {
    id: section.id,
    slug,
    title,
    description,
    keywords: JSON.stringify(keywords),
    content: markedText(section.content, 'any'),
    source: section.source,
    sort_key: sortKey(title),
    search_text: foldCase([title, slug, description ?? '', ...keywords].join('\n')),
    created_at: section.createdAt,
    updated_at: section.updatedAt,
  }
}
