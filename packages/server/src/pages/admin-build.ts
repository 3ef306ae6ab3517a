import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Coding } from '../http/compression.ts'

/** A file that browsers load, in the forms that the build has made of it. */
export interface AdminFile {
  readonly mediaType: string
  /** null: there is no such form */
  bytes(coding: Coding | null): Buffer | null
}

/** The admin as Vite has built it. */
export interface AdminBuild {
  /** the page, with marks where something of each visitor goes */
  readonly page: string
  readonly files: ReadonlyMap<string, AdminFile>
  /** tells one build from the next */
  readonly made: number
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

/** how the build names its compressed forms */
const endings: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' }

/** The folder that the build goes to. */
export class AdminFolder {
  readonly #url: URL | null
  #known: AdminBuild | null = null

  /** @param url of the folder, with a slash at its end */
  constructor(url: URL | null) {
    this.#url = url
  }

  /**
   * The build that is there, or null while there is none. It is read when somebody wants it, so that the start of the
   * service costs nothing, and again when it has been made anew, as beside `vite build --watch`.
   */
  build(): AdminBuild | null {
    const made = this.#url === null ? null : timeOf(new URL('index.html', this.#url))
    if (this.#url === null || made === null) return null
    if (this.#known?.made !== made) this.#known = readBuild(this.#url, made)
    return this.#known
  }

  /** A file by its name alone: what is not in the list of the build is nothing, whatever the name tries to reach. */
  findFile(name: string): AdminFile | undefined {
    return this.#known?.files.get(name) ?? this.build()?.files.get(name)
  }
}

/** Where the package of the admin is installed; null when it is not. */
export function installedAdmin(): URL | null {
  try {
    return new URL('dist/', import.meta.resolve('@octavo/admin/package.json'))
  } catch {
    // Not installed: to the visitor it is the same as not built.
    return null
  }
}

function readBuild(folder: URL, made: number): AdminBuild {
  const assets = new URL('assets/', folder)
  const names = new Set(readdirSync(assets))
  const files = [...names].flatMap((name): [string, AdminFile][] => {
    const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)]
    return mediaType === undefined ? [] : [[name, adminFile({ assets, names, name, mediaType })]]
  })
  return {
    page: readFileSync(fileURLToPath(new URL('index.html', folder)), 'utf8'),
    files: new Map(files),
    made,
  }
}

interface FileOfBuild {
  readonly assets: URL
  readonly names: ReadonlySet<string>
  readonly name: string
  readonly mediaType: string
}

/** Each form is read once, when it is asked for. */
function adminFile({ assets, names, name, mediaType }: FileOfBuild): AdminFile {
  const forms = new Map<string, Buffer>()
  return {
    mediaType,
    bytes: (coding) => {
      const form = name + (coding === null ? '' : endings[coding])
      if (!names.has(form)) return null
      const bytes = forms.get(form) ?? readFileSync(fileURLToPath(new URL(form, assets)))
      forms.set(form, bytes)
      return bytes
    },
  }
}

function timeOf(file: URL): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}
