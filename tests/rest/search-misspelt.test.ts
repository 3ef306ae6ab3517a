import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSearchable, publishItem, titles } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Words that no item has any more, as a life of many years leaves them. */
const lost = 25_000

describe.each(engines)('misspelt words on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeSearchable(service, 'posts', ['search'])
    const many = Array.from({ length: lost }, (_, index) => `co${index}`.replaceAll(/\d/g, digitLetter))
    await lose(many)
  })
  afterAll(() => service.close())

  async function lose(words: readonly string[]): Promise<void> {
    await service.services.database.transaction('write', async (tx) => {
      for (const word of words) {
        const reversed = [...word].toReversed().join('')
        await tx.run('INSERT INTO search_words (word, reversed) VALUES (?, ?)', [word, reversed])
      }
    })
  }

  const digitLetter = (digit: string): string => letters[Number(digit)] ?? ''

  it('are found among many words that begin alike', async () => {
    await publishItem(service, 'posts', { title: 'Comet', text: 'cozyx' })
    expect(await titles(service, 'cozyq')).toEqual(['Comet'])
    expect(await titles(service, 'cozy')).toEqual(['Comet'])
  })

  it('stand for words that are there, however many have gone', async () => {
    const gone = letters.flatMap((letter) => [`planq${letter}s`, `pla${letter}qts`, `pl${letter}nqts`])
    await lose([...new Set(gone)])
    await publishItem(service, 'posts', { title: 'Found', text: 'zlanqts' })
    expect(await titles(service, 'planqts')).toEqual(['Found'])
  })

  it('are five of a search, those first that nothing has', async () => {
    const known = ['mountain', 'riverbank', 'woodland', 'seashore', 'farmland', 'glacier']
    await publishItem(service, 'posts', { title: 'Land', text: known.join(' ') })
    const wrong = known.map((word) => word.replace(/a/, 'q'))
    expect(await titles(service, [...known, ...wrong.slice(0, 3)].join(' '))).toEqual(['Land'])
    expect(await titles(service, wrong.join(' '))).toEqual([])
  })
})
