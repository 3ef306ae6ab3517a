import type { Section } from '@octavo/contract/operations/sections'
import { auditThing } from '../../core/audit-recorder.ts'
import { pageOf, positionOf } from '../../platform/paging.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { refusingDuplicates, slugTaken } from '../../core/duplicates.ts'
import { notFound } from '../../platform/errors.ts'
import { slugOrMade } from '../../platform/given-slug.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import { bytesOf, refuseTooLarge } from '../../core/item-size.ts'
import { linkSitePart, removeLinks, sourceTypes } from '../../content/links/links.ts'
import { checkedBlocks } from '../../plugins/blocks.ts'
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
  list: async (context, { source, search, limit, cursor }) => {
    const list = `sections ${JSON.stringify([source, search])}`
    const page = await listSections(context, {
      source,
      search: search === undefined ? undefined : searchable(search),
      after: positionOf(list, cursor),
      limit,
    })
    return pageOf({ list, ...page, present })
  },

  get: async (context, { section }) => ({ item: present(await openSection(context, section)) }),

  create: async (context, { slug: given, ...input }) => {
    const { now } = context
    const description = input.description ?? null
    const content = contentOf(context, input.content, [])
    refuseTooLarge(context, { path: () => 'content', has: bytesOf(content), had: 0 })
    const times = { createdAt: now, updatedAt: now }
    const section = await insertNamed(context, given, {
      id: newId(),
      ...input,
      description,
      content,
      ...times,
    })
    await linkSection(context, section)
    auditThing(context, 'section', { name: section.slug, before: null, after: section })
    return { item: section }
  },

  update: async (context, { section: slug, ...changes }) => {
    const before = present(await openSection(context, slug))
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const after: Section = {
      ...before,
      ...Object.fromEntries(given),
      ...(changes.content !== undefined && { content: contentOf(context, changes.content, before.content) }),
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
    return { item: after }
  },

  delete: async (context, { section }) => {
    const before = present(await openSection(context, section))
    if (!(await deleteSection(context, section))) throw sectionNotFound(section)
    await removeLinks(context, before.id)
    auditThing(context, 'section', { name: section, before, after: null })
    return { success: true }
  },
}

/** Inserts a section with the given slug, or a free one. Others may take that one meanwhile: then the next is tried. */
async function insertNamed(
  context: WriteContext,
  given: string | undefined,
  unnamed: Omit<Section, 'slug'>,
): Promise<Section> {
  const takenAmong = (slugs: readonly string[]) => takenSectionSlugs(context, slugs)
  for (;;) {
    const slug = await slugOrMade({ given, text: unnamed.title, source: 'title', takenAmong })
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

function contentOf(
  { services }: WriteContext,
  content: Section['content'],
  stored: Section['content'],
): Section['content'] {
  return checkedBlocks(services.plugins.current.blocks, content, { path: 'content', stored })
}

async function linkSection(context: WriteContext, { id, content }: Section): Promise<void> {
  await linkSitePart(context, { id, type: sourceTypes.section }, [
    { field: 'content', value: content, linksBy: 'any' },
  ])
}

function sectionNotFound(slug: string): Error {
  return notFound(`The section "${slug.slice(0, 100)}"`)
}

function present(row: SectionRow): Section {
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
    content: JSON.stringify(section.content),
    source: section.source,
    sort_key: sortKey(title),
    search_text: searchable([title, slug, description ?? '', ...keywords].join('\n')),
    created_at: section.createdAt,
    updated_at: section.updatedAt,
  }
}

/** The form for case-insensitive comparison, because databases disagree about case. */
function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
