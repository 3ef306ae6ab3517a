import type { Canvas } from './scene.ts'
import { circle, path, rectangle } from './shapes.ts'

/** The sun with its glow; gives where it stands. */
function sun({ width, height, palette, random }: Canvas): { x: number; drawn: string } {
  const x = random.whole(width * 0.2, width * 0.8)
  const y = random.whole(height * 0.18, height * 0.36)
  const radius = random.whole(height * 0.07, height * 0.13)
  return {
    x,
    drawn: circle(x, y, radius * 4, 'url(#glow)') + circle(x, y, radius, palette.accent, 0.9),
  }
}

/** A curve from the left to the right, filled down to the lower edge. */
function wave({ width, height, random }: Canvas, level: number, swing: number): string {
  const ends = [0, 1, 2].map(() => Math.round(level + (random.next() - 0.5) * swing))
  const bends = [0.25, 0.75].map((part, index) => {
    const lift = Math.round(level + (index === 0 ? -swing : swing))
    return `Q${Math.round(width * part)} ${lift} ${Math.round(width * (part + 0.25))} ${ends[index + 1]}`
  })
  return `M0 ${ends[0]}${bends.join('')}V${height}H0Z`
}

export function harbour(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const { x, drawn } = sun(canvas)
  const horizon = Math.round(height * 0.52)
  const far = path(
    wave({ ...canvas, height: horizon }, horizon - height * 0.05, height * 0.06),
    palette.ink,
    0.45,
  )
  const sea = rectangle({ x: 0, y: horizon, width, height: height - horizon }, 'url(#ground)')
  const glints = Array.from({ length: 14 }, (_, row) => {
    const length = random.whole(40, 90 + row * 22)
    const at = { x: x - length / 2 + random.whole(-40, 40), y: horizon + 14 + row * 30 }
    return rectangle({ ...at, width: length, height: 5 }, palette.light, 0.55 - row * 0.03)
  })
  const boats = Array.from({ length: random.whole(1, 3) }, (_, index) => {
    const size = 60 + index * 40
    return boat(random.whole(width * 0.1, width * 0.9), horizon + 30 + index * 110, size, palette)
  })
  return drawn + far + sea + glints.join('') + boats.join('')
}

function boat(x: number, y: number, size: number, { paper, accent, deep }: Canvas['palette']): string {
  const sail = path(`M${x} ${y - size * 1.5}L${x} ${y - 6}H${x + size * 0.8}Z`, paper)
  const jib = path(`M${x - 6} ${y - size * 1.2}L${x - 6} ${y - 6}H${x - size * 0.5}Z`, accent)
  const hull = `M${x - size * 0.7} ${y}H${x + size * 0.9}L${x + size * 0.6} ${y + size * 0.3}H${x - size * 0.4}Z`
  return sail + jib + path(hull, deep)
}

export function hills(canvas: Canvas): string {
  const { height, palette } = canvas
  const layers = [
    [palette.ink, 0.35],
    [palette.ink, 0.6],
    [palette.accent, 0.55],
    [palette.ink, 0.95],
    ['url(#ground)', 1],
  ] as const
  const drawn = layers.map(([fill, opacity], index) =>
    path(wave(canvas, height * (0.45 + index * 0.12), height * (0.16 - index * 0.015)), fill, opacity),
  )
  return sun(canvas).drawn + drawn.join('')
}

export function town(canvas: Canvas): string {
  const { width, height, palette, random } = canvas
  const street = Math.round(height * 0.86)
  const walls = [palette.ink, palette.accent, palette.deep, palette.light]
  const houses: string[] = []
  for (let x = -random.whole(0, 60); x < width;) {
    const house = { x, width: random.whole(130, 230), top: random.whole(height * 0.3, height * 0.58) }
    houses.push(drawnHouse(canvas, house, { street, wall: random.pick(walls) }))
    x += house.width
  }
  const ground = rectangle({ x: 0, y: street, width, height: height - street }, 'url(#ground)')
  return sun(canvas).drawn + houses.join('') + ground
}

function drawnHouse(
  { palette, random }: Canvas,
  { x, width, top }: { x: number; width: number; top: number },
  { street, wall }: { street: number; wall: string },
): string {
  const gable = path(
    `M${x} ${top}L${x + width / 2} ${top - width * 0.45}L${x + width} ${top}Z`,
    palette.deep,
    0.9,
  )
  const front = rectangle({ x, y: top, width, height: street - top }, wall)
  const windows: string[] = []
  for (let y = top + 40; y < street - 90; y += 95) {
    for (const part of [0.18, 0.58]) {
      const at = { x: x + width * part, y, width: width * 0.24, height: 54 }
      windows.push(rectangle(at, palette.paper, random.next() < 0.6 ? 0.85 : 0.3))
    }
  }
  return gable + front + windows.join('')
}
