import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import { safeUrlForms, unsafeLinks } from '@octavo/contract/url'

/** maximum number of unsafe links of one rich text that a response names */
const maxNamed = 100

/**
 * Issues for links in rich text, or in the props of a component, that could run script in a visitor's browser. Links
 * that `stored` already contains are allowed, so that older content stays editable.
 */
export function unsafeLinkIssues(given: unknown, path: string, stored?: unknown): Issue[] {
  if (!hasUnsafeLink(given)) return []
  const known = new Set(unsafeLinks(stored, { most: Infinity }).map(({ address }) => address))
  const refused = unsafeLinks(given, { most: maxNamed, isAllowed: (address) => known.has(address) })
  return refused.map((link) => ({
    path: [path, ...link.path].join('.'),
    ...broken('unsafeLink', { allowed: safeUrlForms }),
  }))
}

/** Adds the link issues whose path has no other issue. */
export function withLinkIssues(issues: readonly Issue[], links: readonly Issue[]): Issue[] {
  const named = new Set(issues.map(({ path }) => path))
  return [...issues, ...links.filter(({ path }) => !named.has(path))]
}

/** Whether rich text has a link to an unsafe address, at any depth. */
export function hasUnsafeLink(richText: unknown): boolean {
  return unsafeLinks(richText, { most: 1 }).length > 0
}
