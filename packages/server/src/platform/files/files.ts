import type { Readable } from 'node:stream'
import type { Logger } from 'pino'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileFacts {
  readonly size: number
  /** changes when the bytes do, as far as the store can detect */
  readonly version: string
}

/** A derived file, such as a resized variant of an image. */
export interface VariantFacts {
  readonly name: string
  readonly size: number
}

/** How a client uploads bytes directly to the store. */
export interface DirectUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The store of media files. Keys come from `storageKey` in the contract or, for files of the service itself, begin with
 * `_`. Callers validate the keys.
 */
export interface Files {
  /** Stores a copy of a local file, completely or not at all. The local file may be moved. */
  put(key: string, path: string, mimeType: string): Promise<void>
  /** null if the file does not exist */
  facts(key: string): Promise<FileFacts | null>
  /** The bytes of a range within the file, a small range as a buffer. Null if the file does not exist. */
  read(key: string, range: ByteRange): Promise<Buffer | Readable | null>
  /** The derived files of a file, by the last part of their keys. */
  variants(key: string): Promise<readonly VariantFacts[]>
  /** Gives `work` a local copy of the file, which it must not change; null if the file does not exist. */
  withLocal<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result | null>
  /** Removes a file and its derived files; does nothing if it does not exist. */
  remove(key: string): Promise<void>
  /** Copies a file to an unused key; false if the file does not exist. */
  copy(from: string, to: string): Promise<boolean>
  /** The key of any stored file other than `except`; null if there is none. Shows whether a store is empty. */
  anyKey(except?: string): Promise<string | null>
  /** Throws if the store cannot be used now. */
  check(): Promise<void>
  /**
   * Waits up to `wait` milliseconds until the store is reachable; 0: one attempt. Throws a ConfigError if it cannot be
   * used.
   */
  awaitStore(wait: number, log: Logger): Promise<void>
  /** the origin of direct uploads, for the Content-Security-Policy of pages; null if the store does not support them */
  uploadOrigin(): Promise<string | null>
  /** A signed request by which a client uploads bytes; null if the store does not support direct uploads. */
  directUpload(key: string, about: { mimeType: string; size: number }): Promise<DirectUpload | null>
}

/** the key under which the bytes of a direct upload are until the service has checked them */
export function uploadOf(key: string): string {
  return `_uploads/${key}`
}

/** the folder of the resized variants of a file; stores hold the variants under this name */
export function variantsFolder(key: string): string {
  return `_forms/${key}`
}
