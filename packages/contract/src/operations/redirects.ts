import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { previewToken } from './item-inputs.ts'
import { brokenCheck } from '../rules.ts'
import { sitePathOf } from '../site-path.ts'
import { collectionSlug, cursor, pageOf, pageSize, success, timestamp } from './shapes.ts'

export const redirectStatuses = [301, 302, 307, 308] as const

const status = z
  .union(redirectStatuses.map((value) => z.literal(value)))
  .meta({ description: '301 and 308: permanent; 302 and 307: temporary' })

export const redirect = z
  .strictObject({
    id: z.string(),
    from: z.string().meta({ description: 'a path of the site', examples: ['/old-page'] }),
    to: z
      .string()
      .nullable()
      .meta({
        description:
          'its current target: the `url` of its item, a path or an address; null while its item is not published or has no `url`',
        examples: ['/blog/hello'],
      }),
    status: z.int(),
    collection: collectionSlug.nullable().meta({ description: 'the collection of its item' }),
    itemId: z.string().nullable().meta({
      description:
        'the item that it leads to, also after its address has changed; null if it leads to no item',
    }),
    createdAt: timestamp,
  })
  .meta({ id: 'Redirect' })
export type Redirect = z.output<typeof redirect>

/** A path in the form in which paths are compared. */
const path = z
  .string()
  .max(limits.url)
  .transform((text, context) => {
    const found = sitePathOf(text)
    if (found !== null) return found
    context.issues.push({
      code: 'custom',
      ...brokenCheck('sitePath', { most: limits.sitePath }),
      input: text,
    })
    return z.NEVER
  })
const from = path.meta({
  description: 'a path of the site, with or without encoding',
  examples: ['/old-page'],
})

export const redirects = {
  list: defineOperation({
    name: 'redirects.list',
    summary: 'List the redirects by their paths',
    effect: 'read',
    permission: 'redirects.manage',
    input: z.strictObject({ limit: pageSize, cursor }),
    output: pageOf(redirect),
    rest: { method: 'GET', path: '/redirects' },
  }),

  create: defineOperation({
    name: 'redirects.create',
    summary: 'Create a redirect',
    description:
      'If `to` is the address of a published item, the redirect leads to the item, also after its address has changed. If `to` is a path that is redirected itself, the new redirect leads to the target of that redirect. Loops are refused, and so is the address of a published item as `from`.',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'redirects.manage',
    input: z.strictObject({
      from,
      to: z
        .string()
        .max(limits.url)
        .meta({
          description: 'a path of the site, or an address that begins with http:// or https://',
          examples: ['/new-page'],
        }),
      status: status.default(301),
    }),
    output: z.strictObject({ item: redirect }),
    rest: { method: 'POST', path: '/redirects', status: 201 },
  }),

  delete: defineOperation({
    name: 'redirects.delete',
    summary: 'Delete the redirect from a path',
    effect: 'write',
    permission: 'redirects.manage',
    tokenRight: 'canDelete',
    input: z.strictObject({ from }),
    output: success,
    rest: { method: 'DELETE', path: '/redirects' },
  }),

  resolve: defineOperation({
    name: 'redirects.resolve',
    summary: 'Get the redirect from a path of the site',
    description:
      'For a path that a site does not find. 404 if there is no redirect from the path, if its item is not published or has no `url`, and for the address of a published item.',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ path: from, preview: previewToken }),
    output: z.strictObject({
      item: z
        .strictObject({
          from: redirect.shape.from,
          to: z.string().meta({ description: 'a path, or an address; never a path that is redirected' }),
          status: redirect.shape.status,
        })
        .meta({ id: 'ResolvedRedirect' }),
    }),
    rest: { method: 'GET', path: '/redirects/resolve' },
  }),
} as const
