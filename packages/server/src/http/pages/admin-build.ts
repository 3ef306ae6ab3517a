import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Coding } from '../rest/compression.ts'

/** A file for browsers, with its compressed forms. */
export interface AdminFile {
  readonly mediaType: string
  /** the bytes in a compressed form (null: uncompressed); null if the file does not have this form */
  bytes(coding: Coding | null): Buffer | null
}

/** The build of the admin by Vite. */
export interface AdminBuild {
  /** the page, with placeholders for what depends on the visitor */
  readonly page: string
  readonly files: ReadonlyMap<string, AdminFile>
  /** when the build was made, in milliseconds since 1970; identifies it */
  readonly builtAt: number
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

/** file name endings of the compressed forms */
const endings: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' }

/** The folder with the build. */
export class AdminFolder {
  readonly #url: URL | null
  #current: AdminBuild | null = null

  /** @param url of the folder, with a trailing slash; null if the admin is not installed */
  constructor(url: URL | null) {
    this.#url = url
  }

  /**
   * The current build, or null without one. It is read on first use, so that the start stays fast, and again after
   * every rebuild, as with `vite build --watch`.
   */
  build(): AdminBuild | null {
    const builtAt = this.#url === null ? null : timeOf(new URL('index.html', this.#url))
    if (this.#url === null || builtAt === null) return null
    if (this.#current?.builtAt !== builtAt) this.#current = readBuild(this.#url, builtAt)
    return this.#current
  }

  /** A file by its name. Only names listed in the build are found, so path traversal is impossible. */
  findFile(name: string): AdminFile | undefined {
    // A known file is sent without a look at the disk. An unknown name can come from a page of a newer build.
    return this.#current?.files.get(name) ?? this.build()?.files.get(name)
  }
}

/** The folder of the installed admin package; null if it is not installed. */
export function installedAdmin(): URL | null {
  try {
    return new URL('dist/', import.meta.resolve('@octavo/admin/package.json'))
  } catch {
    // A visitor sees no difference between not installed and not built.
    return null
  }
}

function readBuild(folder: URL, builtAt: number): AdminBuild {
  const assets = new URL('assets/', folder)
  const names = new Set(readdirSync(assets))
  const files = [...names].flatMap((name): [string, AdminFile][] => {
    const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)]
    return mediaType === undefined ? [] : [[name, adminFile({ assets, names, name, mediaType })]]
  })
  return {
    page: readFileSync(fileURLToPath(new URL('index.html', folder)), 'utf8'),
    files: new Map(files),
    builtAt,
  }
}

interface FileOfBuild {
  readonly assets: URL
  readonly names: ReadonlySet<string>
  readonly name: string
  readonly mediaType: string
}

/** A file of the build; `names` are those of all files. Each of its forms is read once, on first use. */
function adminFile({ assets, names, name, mediaType }: FileOfBuild): AdminFile {
  const readForms = new Map<string, Buffer>()
  return {
    mediaType,
    bytes: (coding) => {
      const fileName = name + (coding === null ? '' : endings[coding])
      if (!names.has(fileName)) return null
      const bytes = readForms.get(fileName) ?? readFileSync(fileURLToPath(new URL(fileName, assets)))
      readForms.set(fileName, bytes)
      return bytes
    },
  }
}

function timeOf(file: URL): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}
