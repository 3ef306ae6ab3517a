import { expect, it } from 'vitest'
import { firstWords } from './first-words.ts'

it('reads the spans of a block as one text, and blocks as words beside each other', () => {
  const spans = (...texts: readonly string[]) => ({
    _type: 'block',
    children: texts.map((text) => ({ _type: 'span', text })),
  })
  expect(
    firstWords([spans('Read ', 'it', '. It is ', 'free', ', always.'), { _type: 'break' }, spans('Come.')]),
  ).toBe('Read it. It is free, always. Come.')
})
