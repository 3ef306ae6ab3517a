import { defineCollection } from 'astro:content'
import { z } from 'astro/zod'
import { octavo } from './client'
import { frameLoader, itemLoader, termLoader } from './loaders'
import type { Article, Author, Category } from './octavo'

/** What is published in all languages, 100 items with each request. */
const everything = { locale: '*', limit: 100 }

// Octavo has checked the values already, so the schemas only say their types, which `npm run types` writes.
export const collections = {
  articles: defineCollection({
    loader: itemLoader(() => octavo.articles.all({ ...everything, include: ['terms'] })),
    schema: z.custom<Article & { terms: { tags?: string[] } }>(),
  }),
  categories: defineCollection({
    loader: itemLoader(() => octavo.categories.all(everything)),
    schema: z.custom<Category>(),
  }),
  authors: defineCollection({
    loader: itemLoader(() => octavo.authors.all(everything)),
    schema: z.custom<Author>(),
  }),
  tags: defineCollection({
    loader: termLoader('tags'),
    schema: z.object({
      id: z.string(),
      locale: z.string(),
      slug: z.string(),
      label: z.string(),
      description: z.string().nullable(),
    }),
  }),
  frame: defineCollection({
    loader: frameLoader('main'),
    schema: z.object({
      siteTitle: z.string().default('Octavo'),
      tagline: z.string().default(''),
      postsPerPage: z.number().default(12),
      menu: z.array(
        z.object({ label: z.string(), url: z.string().nullable(), parentId: z.string().nullable() }),
      ),
    }),
  }),
}
