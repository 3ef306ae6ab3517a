import { type PatternPiece, patternPieces } from '@octavo/contract/url-pattern'

/** The rule that makes the addresses of a collection's items. */
export interface AddressModel {
  /** the prefix of addresses in answers, without a slash at the end; empty if answers have only paths */
  readonly siteUrl: string
  readonly pieces: readonly PatternPiece[]
}

/** How the addresses of a collection's items are made; null without a pattern. */
export function addressModel(pattern: string | undefined, siteUrl: string): AddressModel | null {
  return pattern === undefined ? null : { siteUrl, pieces: patternPieces(pattern) }
}

/** Encodes a decoded path for an address; characters that are valid in a segment stay unencoded. */
export function encodedPath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent)
}
