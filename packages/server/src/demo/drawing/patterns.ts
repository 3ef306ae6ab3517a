import type { Canvas } from './scene.ts'
import { circle, path, rectangle } from './shapes.ts'

/** Lengths that hang side by side, each with its fold. */
export function cloth({ width, height, palette, random }: Canvas): string {
  const colours = [palette.ink, palette.deep, palette.accent, palette.light, palette.paper]
  const line = rectangle({ x: 0, y: height * 0.12, width, height: 6 }, palette.deep)
  const lengths: string[] = []
  for (let x = random.whole(20, 60); x < width - 120;) {
    const wide = random.whole(110, 200)
    const low = random.whole(height * 0.68, height * 0.92)
    const colour = random.pick(colours)
    const hem = `M${x} ${height * 0.12}H${x + wide}V${low}Q${x + wide / 2} ${low + 50} ${x} ${low - 10}Z`
    lengths.push(path(hem, colour, 0.92))
    lengths.push(
      rectangle(
        { x: x + wide * 0.3, y: height * 0.125, width: wide * 0.12, height: low * 0.8 },
        '#fff',
        0.12,
      ),
    )
    x += wide + random.whole(8, 40)
  }
  return lengths.join('') + line
}

/** Circles one within the other, not quite in the middle. */
export function rings({ width, height, palette, random }: Canvas): string {
  const x = random.whole(width * 0.3, width * 0.7)
  const y = random.whole(height * 0.4, height * 0.6)
  const colours = [palette.deep, palette.ink, palette.accent, palette.light, palette.paper]
  const count = random.whole(9, 15)
  const drawn = Array.from({ length: count }, (_, index) => {
    const radius = height * 0.68 * (1 - index / count)
    const drift = random.whole(-10, 10)
    return circle(x + drift, y + drift / 2, radius, colours[index % colours.length] ?? palette.ink, 0.88)
  })
  return drawn.join('') + circle(x, y, height * 0.7, 'url(#glow)', 0.35)
}

/** A wall of quarter circles, diamonds and dots. */
export function tiles({ width, height, palette, random }: Canvas): string {
  const side = 200
  const colours = [palette.ink, palette.deep, palette.accent, palette.light, palette.paper]
  const drawn: string[] = []
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const [ground = '', figure = ''] = random.some(colours, 2)
      drawn.push(rectangle({ x: x + 3, y: y + 3, width: side - 6, height: side - 6 }, ground))
      drawn.push(random.pick(figures)(x, y, side, figure))
    }
  }
  return drawn.join('') + circle(width * 0.3, height * 0.2, height * 0.8, 'url(#glow)', 0.4)
}

const figures: readonly ((x: number, y: number, side: number, fill: string) => string)[] = [
  (x, y, side, fill) =>
    path(`M${x + 3} ${y + 3}H${x + side - 3}A${side - 6} ${side - 6} 0 0 1 ${x + 3} ${y + side - 3}Z`, fill),
  (x, y, side, fill) =>
    path(
      `M${x + side / 2} ${y + 20}L${x + side - 20} ${y + side / 2}L${x + side / 2} ${y + side - 20}L${x + 20} ${y + side / 2}Z`,
      fill,
    ),
  (x, y, side, fill) => circle(x + side / 2, y + side / 2, side * 0.28, fill),
  (x, y, side, fill) =>
    path(
      `M${x + side - 3} ${y + side - 3}V${y + 3}A${side - 6} ${side - 6} 0 0 0 ${x + 3} ${y + side - 3}Z`,
      fill,
    ),
]
