import { createRandom } from '../plan/random.ts'
import { type Palette, type Scene, scenes } from './scene.ts'

const palettes: readonly Palette[] = [
  { paper: '#f6ead6', light: '#f2c879', ink: '#2f5d62', deep: '#1f3f49', accent: '#b4532a' },
  { paper: '#e8eef1', light: '#f0d9a8', ink: '#4a6f8f', deep: '#27496d', accent: '#e0a458' },
  { paper: '#f7e6de', light: '#f0b59a', ink: '#8a5a6b', deep: '#3d3a5c', accent: '#a65e4e' },
  { paper: '#eff3e4', light: '#e9d58b', ink: '#588157', deep: '#2d4a3e', accent: '#d98c4a' },
  { paper: '#f3e7d8', light: '#e3b778', ink: '#7f5539', deep: '#4a3226', accent: '#c4622d' },
  { paper: '#e6f0ee', light: '#f5cfa0', ink: '#3f8f8b', deep: '#17505a', accent: '#e2725b' },
  { paper: '#f4eef6', light: '#e7c3d2', ink: '#6d6875', deep: '#403b52', accent: '#c9a227' },
]

/** A picture as SVG, without a text or a file in it; the same for the same key. */
export function drawPicture(
  key: string,
  scene: Scene,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const random = createRandom(`picture ${key}`)
  const palette = random.pick(palettes)
  const { paper, light, ink, deep } = palette
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>` +
    fade('sky', paper, light) +
    fade('ground', ink, deep) +
    `<radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>` +
    `${scenes[scene]({ width, height, palette, random })}</svg>`
  )
}

function fade(id: string, from: string, to: string): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}
