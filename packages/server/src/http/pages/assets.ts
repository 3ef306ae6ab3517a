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

/** The folder of files for browsers, beside `src` and `dist`. They are sent unchanged, so they need no build. */
const folder = new URL('../../../browser/', import.meta.url)

/** The parts of `style.css` in cascade order, served as one file to save requests. */
const styles = ['colours', 'text', 'frame', 'forms', 'messages', 'dialogs', 'preferences']

/** The files that pages load, by name. The library is served from its own package. */
const assets: ReadonlyMap<string, Asset> = new Map([
  ...readdirSync(folder)
    .filter((name) => Object.hasOwn(mediaTypes, endOf(name)))
    .toSorted()
    .map((name) => [name, asset(name, read(new URL(name, folder)))] as const),
  ['style.css', asset('style.css', joinedStyles())],
  ['webauthn.js', asset('webauthn.js', read(webauthnBundle()))],
])

/**
 * A part of the addresses of the files that changes with the content of any of them: browsers may cache them forever.
 */
export const assetsVersion = digest([...assets.values()].map(({ bytes }) => bytes))

export const assetsPath = '/_cms/assets'

/** The address of a file of the folder `browser`. */
export function assetUrl(name: string): string {
  return `${assetsPath}/${assetsVersion}/${name}`
}

/** A file that pages load, by its name. */
export function findAsset(name: string): Asset | undefined {
  return assets.get(name)
}

function asset(name: string, bytes: Buffer): Asset {
  return { bytes, mediaType: mediaTypes[endOf(name)] ?? '' }
}

function read(url: URL): Buffer {
  return readFileSync(fileURLToPath(url))
}

function joinedStyles(): Buffer {
  return Buffer.concat(styles.map((name) => read(new URL(`style/${name}.css`, folder))))
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
