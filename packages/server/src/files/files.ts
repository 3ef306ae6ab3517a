import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileFacts {
  readonly size: number
  /** changes when the bytes do, as far as the store can tell */
  readonly version: string
}

/** How a client sends bytes to the store past the service. */
export interface DirectUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Where the bytes of media are kept. Keys are those of `storageKey` in the contract, or begin with `_`, which is what
 * the service keeps for itself; whoever calls has checked them.
 */
export interface Files {
  /** Stores the bytes of a local file, whole or not at all. The local file may be gone afterwards. */
  put(key: string, path: string, mimeType: string): Promise<void>
  /** null when there is no such file */
  facts(key: string): Promise<FileFacts | null>
  /** The bytes of a range that lies within the file: small ones at once. Null when they are not there. */
  read(key: string, range: ByteRange): Promise<Buffer | Readable | null>
  /** Lets `work` read the file as a local one, which it must not change; null when there is no such file. */
  withLocal<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result | null>
  /** Removes a file, and what was made from it; nothing happens when it is not there. */
  remove(key: string): Promise<void>
  /** Copies a file to a place where there is none; false when there is no such file. */
  copy(from: string, to: string): Promise<boolean>
  /** the origin that direct uploads go to, for the policy of pages that make them; null: this store takes none */
  uploadOrigin(): Promise<string | null>
  /** null: this store cannot */
  directUpload(key: string, about: { mimeType: string; size: number }): Promise<DirectUpload | null>
}

/** where clients put what they send past the service */
export function uploadOf(key: string): string {
  return `_uploads/${key}`
}

/** where resized forms of a file are */
export function formsOf(key: string): string {
  return `_forms/${key}`
}
