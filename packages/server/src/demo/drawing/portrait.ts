import type { Canvas } from './scene.ts'
import { circle, ellipse, path } from './shapes.ts'

/** A head and shoulders in three colours: nobody in particular. */
export function portrait({ width, height, palette, random }: Canvas): string {
  const middle = width / 2
  const head = {
    x: middle + random.whole(-20, 20),
    y: height * 0.42,
    width: width * 0.36,
    height: height * 0.36,
  }
  const skin = random.pick(['#e8c4a2', '#c98f68', '#8d5a3b', '#f0d3bd', '#a9744f'])
  const hair = random.pick([palette.deep, '#2b2522', '#6b4a32', '#b9b3aa'])
  const glow = circle(random.whole(0, width), height * 0.3, height * 0.5, 'url(#glow)')
  const shoulders = path(
    `M${width * 0.08} ${height}C${width * 0.1} ${height * 0.7} ${width * 0.3} ${height * 0.68} ${middle} ${height * 0.66}C${width * 0.7} ${height * 0.68} ${width * 0.9} ${height * 0.7} ${width * 0.92} ${height}Z`,
    random.pick([palette.ink, palette.accent, palette.deep]),
  )
  const neck = ellipse({ x: head.x, y: height * 0.6, width: width * 0.16, height: height * 0.22 }, skin)
  const long = random.next() < 0.5
  const behind = ellipse(
    {
      ...head,
      y: head.y + (long ? 40 : -30),
      width: head.width * 1.22,
      height: head.height * (long ? 1.35 : 1.1),
    },
    hair,
  )
  const fringe = path(
    `M${head.x - head.width / 2} ${head.y - 20}Q${head.x} ${head.y - head.height * 1.05} ${head.x + head.width / 2} ${head.y - 20}Q${head.x + random.whole(-60, 60)} ${head.y - head.height * 0.35} ${head.x - head.width / 2} ${head.y - 20}Z`,
    hair,
  )
  return glow + behind + neck + shoulders + ellipse(head, skin) + fringe
}
