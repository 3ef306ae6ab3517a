import { describe, expect, it } from 'vitest'
import { UnreadJson } from './unread-json.ts'

describe('JSON that is being written', () => {
  it.each([
    ['{"a": 1}', undefined, { a: 1 }],
    ['{"a": ', 'json', '{"a": '],
    ['{"id": 9007199254740993}', 'digits', '{"id": 9007199254740993}'],
  ])('%s', (text, problem, sent) => {
    const json = new UnreadJson(text)
    expect(json.problem).toBe(problem)
    expect(json.toJSON()).toEqual(sent)
  })
})
