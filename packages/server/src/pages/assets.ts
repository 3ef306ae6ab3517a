import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Asset {
  readonly bytes: Buffer
  readonly mediaType: string
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Beside `src` and `dist` alike: browsers get these files as they are, so nothing has to be built. */
const folder = new URL('../../browser/', import.meta.url)

/** What pages load, by name. The library comes from its own package, whole. */
const assets: ReadonlyMap<string, Asset> = new Map([
  ...readdirSync(folder)
    .filter((name) => Object.hasOwn(mediaTypes, endOf(name)))
    .toSorted()
    .map((name) => [name, read(name, new URL(name, folder))] as const),
  ['webauthn.js', read('webauthn.js', webauthnBundle())],
])

/** Changes with every byte of any of them, so that browsers may keep what they got under it. */
export const assetsVersion = digest([...assets.values()].map(({ bytes }) => bytes))

export const assetsPath = '/_cms/assets'

/** Where a page finds one of the files of the folder `browser`. */
export function assetUrl(name: string): string {
  return `${assetsPath}/${assetsVersion}/${name}`
}

export function findAsset(name: string): Asset | undefined {
  return assets.get(name)
}

function read(name: string, url: URL): Asset {
  return { bytes: readFileSync(fileURLToPath(url)), mediaType: mediaTypes[endOf(name)] ?? '' }
}

function endOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function webauthnBundle(): URL {
  return new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'))
}

function digest(parts: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}\n`).update(part)
  return hash.digest('base64url').slice(0, 16)
}
