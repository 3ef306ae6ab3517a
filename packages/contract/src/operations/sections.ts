import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { blocks } from '../fields/portable-text.ts'
import { limits } from '../limits.ts'
import { cursor, label, pageOf, pageSize, success, timestamp } from './shapes.ts'
import { description, distinct, givenSlug, newLocale, readLocale, writtenLocale } from './site-shapes.ts'

const source = z.enum(['user', 'import', 'theme']).meta({ description: 'where the section comes from' })

const keywords = z
  .array(z.string().min(1).max(limits.label))
  .max(limits.keywords)
  .refine((words) => distinct(words, (word) => word), 'must not name a word twice')

/** A piece of content that pages use again and again. */
export const section = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    keywords: z.array(z.string()),
    content: blocks,
    source,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Section' })
export type Section = z.output<typeof section>

const sectionSlug = { section: z.string().meta({ description: 'slug of a section' }) }
const item = z.strictObject({ item: section })

/** `contentKeys`: the content of a section can be larger than the other members of an input. */
export const sections = {
  list: defineOperation({
    name: 'sections.list',
    summary: 'List the sections by title',
    description: 'The order is that of the titles in the default locale, whatever `locale` is.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({
      source: source.optional(),
      search: z.string().max(limits.label).optional().meta({
        description:
          'a part of the title, slug, description or a keyword, in any case; with `locale` also of the translated title or description',
      }),
      locale: readLocale,
      limit: pageSize,
      cursor,
    }),
    output: pageOf(section),
    rest: { method: 'GET', path: '/sections' },
  }),

  get: defineOperation({
    name: 'sections.get',
    summary: 'Get a section',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...sectionSlug, locale: readLocale }),
    output: item,
    rest: { method: 'GET', path: '/sections/:section' },
  }),

  create: defineOperation({
    name: 'sections.create',
    summary: 'Create a section',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'sections.manage',
    input: z.strictObject({
      slug: givenSlug.optional().meta({ description: 'by default made from the title' }),
      title: label,
      description: description.nullable().optional(),
      keywords: keywords.default([]),
      content: blocks.default([]),
      source: source.default('user'),
      locale: newLocale,
    }),
    contentKeys: ['content'],
    output: item,
    rest: { method: 'POST', path: '/sections', query: ['locale'], status: 201 },
  }),

  update: defineOperation({
    name: 'sections.update',
    summary: 'Change a section; members that are not named stay',
    effect: 'write',
    permission: 'sections.manage',
    input: z.strictObject({
      ...sectionSlug,
      slug: givenSlug.optional(),
      // `title` and `content` are null only in a locale other than the default: that removes the translation.
      title: label.nullable().optional(),
      description: description.nullable().optional(),
      keywords: keywords.optional(),
      content: blocks.nullable().optional(),
      locale: writtenLocale,
    }),
    contentKeys: ['content'],
    output: item,
    rest: { method: 'PUT', path: '/sections/:section', query: ['locale'] },
  }),

  delete: defineOperation({
    name: 'sections.delete',
    summary: 'Delete a section',
    effect: 'write',
    permission: 'sections.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(sectionSlug),
    output: success,
    rest: { method: 'DELETE', path: '/sections/:section' },
  }),
} as const
