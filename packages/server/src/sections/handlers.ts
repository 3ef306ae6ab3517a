import type { Section } from '@octavo/contract/operations/sections'
import { auditThing } from '../audit/record.ts'
import { pageOf, positionOf } from '../pages.ts'
import type { ReadContext, WriteContext } from '../context.ts'
import { refusingDuplicates, slugTaken } from '../duplicates.ts'
import { notFound } from '../errors.ts'
import { slugOrMade } from '../given-slug.ts'
import type { HandlersOf } from '../handlers.ts'
import { newId } from '../ids.ts'
import { checkedBlocks } from '../plugins/blocks.ts'
import { sortKey } from '../sort-key.ts'
import {
  deleteSection,
  findSection,
  insertSection,
  listSections,
  type SectionRow,
  updateSection,
} from './store.ts'

export const sectionHandlers: HandlersOf<'sections'> = {
  list: async (context, { source, search, limit, cursor }) => {
    const list = `sections ${JSON.stringify([source, search])}`
    const rows = await listSections(context, {
      source,
      search: search === undefined ? undefined : searchable(search),
      after: positionOf(list, cursor),
      limit: limit + 1,
    })
    return pageOf({ list, rows, limit, present })
  },

  get: async (context, { section }) => ({ item: present(await openSection(context, section)) }),

  create: async (context, { slug: given, ...input }) => {
    const slug = slugOrMade(given, input.title, 'title')
    const { now } = context
    const description = input.description ?? null
    const content = contentOf(context, input.content)
    const section: Section = {
      id: newId(),
      ...input,
      slug,
      description,
      content,
      createdAt: now,
      updatedAt: now,
    }
    await refusingDuplicates(context, slugTaken(slug, 'section'), () =>
      insertSection(context, rowOf(section)),
    )
    auditThing(context, 'section', { name: slug, before: null, after: section })
    return { item: section }
  },

  update: async (context, { section: slug, ...changes }) => {
    const before = present(await openSection(context, slug))
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const after: Section = {
      ...before,
      ...Object.fromEntries(given),
      ...(changes.content !== undefined && { content: contentOf(context, changes.content) }),
      updatedAt: context.now,
    }
    await refusingDuplicates(context, slugTaken(after.slug, 'section'), () =>
      updateSection(context, rowOf(after)),
    )
    auditThing(context, 'section', { name: after.slug, before, after })
    return { item: after }
  },

  delete: async (context, { section }) => {
    const before = present(await openSection(context, section))
    if (!(await deleteSection(context, section))) throw sectionNotFound(section)
    auditThing(context, 'section', { name: section, before, after: null })
    return { success: true }
  },
}

async function openSection(context: ReadContext, slug: string): Promise<SectionRow> {
  const row = await findSection(context, slug)
  if (row === undefined) throw sectionNotFound(slug)
  return row
}

function contentOf({ services }: WriteContext, content: Section['content']): Section['content'] {
  return checkedBlocks(services.plugins.current.blocks, content, 'content')
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

/** The form in which texts are compared: databases disagree about upper and lower case. */
function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
