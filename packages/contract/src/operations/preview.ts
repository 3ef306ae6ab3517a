import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { originOf } from '../site-url.ts'
import { brokenCheck } from '../rules.ts'
import { target } from './item-inputs.ts'
import { timestamp } from './shapes.ts'

const minutes = limits.preview.lifetime / 60_000

export const previewLink = z
  .strictObject({
    url: z.string().nullable().meta({
      description:
        'where the site shows the item, with the token as the parameter `preview`: an address on a preview origin, or a path where the setting `previewOrigins` is empty; null where the collection has no `urlPattern`, and while the item lacks a date of it',
    }),
    token: z.string().meta({ description: 'shown once: only its hash is stored' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'PreviewLink' })

export const previewOrigin = z
  .string()
  .refine((text) => originOf(text) === text, brokenCheck('origin'))
  .optional()
  .meta({
    description: 'one of the setting `previewOrigins`, which `url` begins with; the first without it',
  })

export const preview = {
  createLink: defineOperation({
    name: 'preview.createLink',
    summary: 'Make a link that shows the draft of an item',
    description: `Reads of this item take the token, without any other, for ${minutes} minutes: GET content/:collection/:id with \`?preview=\` or \`X-Octavo-Preview\`. Needs the right to read drafts or to change the item. It ends early when it is revoked, when the token that made it is revoked, and when the person is disabled or loses the role. A person has ${limits.preview.ofPerson} links at most; the next one ends the oldest.`,
    effect: 'write',
    isBesideContent: true,
    permission: 'preview.create',
    input: z.strictObject({
      ...target,
      origin: previewOrigin,
    }),
    output: z.strictObject({ item: previewLink }),
    rest: {
      method: 'POST',
      path: '/content/:collection/:id/preview-link',
      query: ['locale'],
      status: 201,
    },
  }),

  revokeLinks: defineOperation({
    name: 'preview.revokeLinks',
    summary: 'End the preview links of an item',
    description:
      'All of them for those who may change the item, else those that the caller made. `revoked` counts them.',
    effect: 'write',
    isBesideContent: true,
    permission: 'preview.create',
    input: z.strictObject(target),
    output: z.strictObject({ revoked: z.int() }),
    rest: { method: 'DELETE', path: '/content/:collection/:id/preview-link' },
  }),
} as const
