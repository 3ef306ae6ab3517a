import { thumbHashToAverageRGBA } from 'thumbhash'

/** What Octavo answers for an image: in a field, and in rich text. */
export interface Picture {
  readonly url?: string
  readonly alt?: string
  readonly width?: number
  readonly height?: number
  readonly placeholder?: string
  readonly focalPoint?: { readonly x: number; readonly y: number }
  readonly variants?: readonly number[]
}

export interface PictureAttributes {
  readonly src: string
  readonly srcset: string | undefined
  readonly sizes: string | undefined
  readonly alt: string
  readonly width: number | undefined
  readonly height: number | undefined
  readonly style: { readonly backgroundColor?: string; readonly objectPosition?: string }
}

/** The attributes of an `img`: `sizes` says how wide the page shows it. */
export function pictureAttributes(picture: Picture, sizes: string): PictureAttributes | undefined {
  const { url, alt = '', width, height, variants = [], placeholder, focalPoint } = picture
  if (url === undefined) return undefined
  const variant = (wide: number): string => `${url}?w=${wide}`
  const usual = variants.findLast((wide) => wide <= 960)
  return {
    src: usual === undefined ? url : variant(usual),
    srcset:
      variants.length === 0 ? undefined : variants.map((wide) => `${variant(wide)} ${wide}w`).join(', '),
    sizes: variants.length === 0 ? undefined : sizes,
    alt,
    width,
    height,
    style: {
      ...(placeholder !== undefined && { backgroundColor: averageColor(placeholder) }),
      ...(focalPoint && { objectPosition: `${focalPoint.x * 100}% ${focalPoint.y * 100}%` }),
    },
  }
}

/** The average colour of a thumbhash fills the place of a picture until it is there. */
function averageColor(placeholder: string): string {
  const bytes = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0))
  const { r, g, b } = thumbHashToAverageRGBA(bytes)
  return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`
}
