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
        'the address of the item on the site, with the token as the parameter `preview`: on a preview origin, or a path if the setting `previewOrigins` is empty; null if the collection has no `urlPattern`, or if the item lacks a date that the pattern uses',
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
    description: 'one of the setting `previewOrigins`, with which `url` begins; by default the first',
  })

/**
 * Links to drafts. They change no content, so callers who may change it only in change-sets can use them too
 * (`isBesideContent`).
 */
export const preview = {
  createLink: defineOperation({
    name: 'preview.createLink',
    summary: 'Create a link that shows the draft of an item',
    description: `Reads of this item accept the token instead of any other for ${minutes} minutes: GET content/:collection/:id with \`?preview=\` or \`X-Octavo-Preview\`. Needs the right to read drafts or to change the item. It expires early when it is revoked, when the token that created it is revoked, and when the person is disabled or loses the role. A person has at most ${limits.preview.ofPerson} links; a further one replaces the oldest.`,
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
    summary: 'Revoke the preview links of an item',
    description:
      'Callers who may change the item revoke all of them, others only those that they created. `revoked` is their number.',
    effect: 'write',
    isBesideContent: true,
    permission: 'preview.create',
    input: z.strictObject(target),
    output: z.strictObject({ revoked: z.int() }),
    rest: { method: 'DELETE', path: '/content/:collection/:id/preview-link' },
  }),
} as const
