import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playerOf, playerOrigins } from './players.ts'

describe('players of embedded addresses', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['http://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/a_b-c', 'https://www.youtube-nocookie.com/embed/a_b-c'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://open.spotify.com/intl-de/track/4uLU6h', 'https://open.spotify.com/embed/track/4uLU6h'],
    ['https://open.spotify.com/embed/album/4uLU6h?x', 'https://open.spotify.com/embed/album/4uLU6h'],
    [
      'https://soundcloud.com/a/b',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
    ],
  ])('finds that of %s', (address, src) => {
    expect(playerOf(address)?.src).toBe(src)
  })

  it.each([
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
    'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=../../x',
    'https://vimeo.com/about',
    'https://open.spotify.com/user/ada',
    'javascript:alert(1)',
    'youtu.be/dQw4w9WgXcQ',
    '',
  ])('finds none for %s', (address) => {
    expect(playerOf(address)).toBeNull()
  })

  it('never leaves the origins of the players', () => {
    const host = fc.constantFrom(
      'www.youtube.com',
      'youtu.be',
      'vimeo.com',
      'open.spotify.com',
      'soundcloud.com',
    )
    const rest = fc.oneof(
      fc.webPath(),
      fc.string(),
      fc.string().map((text) => `/watch?v=${text}`),
    )
    fc.assert(
      fc.property(host, rest, (name, path) => {
        const player = playerOf(`https://${name}${path}`)
        if (player !== null) expect(playerOrigins).toContain(new URL(player.src).origin)
      }),
    )
  })
})
