import type { Canvas } from './scene.ts'
import { circle, ellipse, path, rectangle } from './shapes.ts'

/** Bowls and fruit on a table, by a window that is not in the picture. */
export function table(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const edge = Math.round(height * random.pick([0.52, 0.58, 0.63]))
  const light = circle(random.whole(0, width), height * 0.2, height * 0.6, 'url(#glow)')
  const top = rectangle({ x: 0, y: edge, width, height: height - edge }, 'url(#ground)')
  const count = random.whole(2, 4)
  const things = Array.from({ length: count }, (_, index) => {
    const x = (width * (index + 0.6)) / (count + 0.2) + random.whole(-40, 40)
    const y = edge + random.whole(40, height * 0.22)
    return random.next() < 0.7 ? bowl(canvas, x, y) : cup(canvas, x, y)
  })
  const loose = Array.from({ length: random.whole(2, 5) }, () =>
    fruit(canvas, random.whole(width * 0.05, width * 0.95), height * 0.88, random.whole(34, 60)),
  )
  return light + top + things.join('') + loose.join('') + shade(width, height, palette.deep)
}

function bowl(canvas: Canvas, x: number, y: number): string {
  const { palette, random } = canvas
  const size = random.whole(150, 230)
  const shadow = ellipse(
    { x: x + 30, y: y + size * 0.62, width: size * 2, height: size * 0.4 },
    palette.deep,
    0.4,
  )
  const filling = [-0.5, 0, 0.5].map((part) => fruit(canvas, x + part * size, y - 8, size * 0.3))
  const body = path(
    `M${x - size} ${y}C${x - size * 0.9} ${y + size * 0.8} ${x + size * 0.9} ${y + size * 0.8} ${x + size} ${y}Z`,
    random.pick([palette.paper, palette.accent, palette.light]),
  )
  return shadow + filling.join('') + body
}

function cup({ palette, random }: Canvas, x: number, y: number): string {
  const size = random.whole(70, 110)
  const shadow = ellipse({ x: x + 20, y: y + size, width: size * 2.4, height: size * 0.4 }, palette.deep, 0.4)
  const body = rectangle({ x: x - size, y: y - size, width: size * 2, height: size * 2 }, palette.paper)
  const rim = { x, y: y - size, width: size * 2, height: size * 0.5 }
  return shadow + body + ellipse(rim, palette.light) + ellipse({ ...rim, width: size * 1.7 }, palette.accent)
}

function fruit({ palette, random }: Canvas, x: number, y: number, radius: number): string {
  const skin = random.pick([palette.accent, palette.light])
  return (
    circle(x, y, radius, skin) + circle(x - radius * 0.3, y - radius * 0.3, radius * 0.6, 'url(#glow)', 0.5)
  )
}

function shade(width: number, height: number, deep: string): string {
  return rectangle({ x: 0, y: height * 0.97, width, height: height * 0.03 }, deep, 0.5)
}
