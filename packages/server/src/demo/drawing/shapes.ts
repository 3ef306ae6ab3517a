/** Shapes of SVG; lengths are rounded, which keeps pictures the same everywhere. */

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" ${filled(fill, opacity)}/>`
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function rectangle({ x, y, width, height }: Area, fill: string, opacity = 1): string {
  const [left, top, wide, high] = [x, y, width, height].map(Math.round)
  return `<rect x="${left}" y="${top}" width="${wide}" height="${high}" ${filled(fill, opacity)}/>`
}

/** An ellipse around the middle of an area. */
export function ellipse({ x, y, width, height }: Area, fill: string, opacity = 1): string {
  const [left, top, wide, high] = [x, y, width / 2, height / 2].map(Math.round)
  return `<ellipse cx="${left}" cy="${top}" rx="${wide}" ry="${high}" ${filled(fill, opacity)}/>`
}

export function path(course: string, fill: string, opacity = 1): string {
  return `<path d="${course}" ${filled(fill, opacity)}/>`
}

function filled(fill: string, opacity: number): string {
  return opacity === 1 ? `fill="${fill}"` : `fill="${fill}" fill-opacity="${opacity.toFixed(2)}"`
}
