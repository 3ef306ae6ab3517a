import { type PatternPiece, patternPieces } from '@octavo/contract/url-pattern'

/** How the addresses of a collection's items are made. */
export interface AddressModel {
  /** what paths have before them in answers; empty where they are answered as paths */
  readonly siteUrl: string
  readonly pieces: readonly PatternPiece[]
}

export function addressModel(pattern: string | undefined, siteUrl: string): AddressModel | null {
  return pattern === undefined ? null : { siteUrl, pieces: patternPieces(pattern) }
}

/** The form of a decoded path in an address: all characters that mean themselves in a segment stay. */
export function encodedPath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent)
}
