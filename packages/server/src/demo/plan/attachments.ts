import { createRandom } from './random.ts'

const palettes = [
  ['#f2e3c9', '#b4532a', '#2f5d62'],
  ['#e8eef1', '#27496d', '#e0a458'],
  ['#f4ece4', '#a65e4e', '#3d3a5c'],
  ['#eaf0e6', '#588157', '#d98c4a'],
  ['#efe6dd', '#7f5539', '#1d7874'],
] as const

const width = 1200
const height = 675

/** An abstract picture that stands in its address, so that the demo needs no files and no network. */
export function picture(key: string, alt: string): Record<string, unknown> {
  const random = createRandom(`picture ${key}`)
  const [paper, ink, light] = random.pick(palettes)
  const x = random.whole(200, 1000)
  const y = random.whole(150, 400)
  const radius = random.whole(90, 240)
  const horizon = random.whole(420, 560)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${light}"/>` +
    `<path d="M0 ${horizon}Q${x} ${horizon - radius} ${width} ${horizon + 40}V${height}H0Z" fill="${ink}"/></svg>`
  return {
    id: `demo-${key.replaceAll('/', '-')}`,
    url: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    alt,
    width,
    height,
  }
}

/** A small text file that stands in its address. */
export function textFile(key: string, filename: string, lines: readonly string[]): Record<string, unknown> {
  const text = `${lines.join('\n')}\n`
  return {
    id: `demo-${key.replaceAll('/', '-')}-file`,
    url: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
    filename,
    mimeType: 'text/plain',
    size: Buffer.byteLength(text),
  }
}
