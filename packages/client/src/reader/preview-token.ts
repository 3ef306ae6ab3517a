import { previewTokenPrefixes } from '@octavo/contract/preview-tokens'

/** Whether the token of a preview link shows the site with a change-set applied; any other one shows one item. */
export function isChangeSetPreview(token: string): boolean {
  return token.startsWith(previewTokenPrefixes.changeSet)
}
