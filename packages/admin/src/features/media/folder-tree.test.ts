import { describe, expect, it } from 'vitest'
import { allPaths, childrenOf, pathTo } from './folder-tree.ts'

const folders = ['', 'Events/2026', 'Events/2026/Spring', 'Events 2', 'Logos'].map((folder, index) => ({
  folder,
  count: index + 1,
  countIsCapped: folder === 'Logos',
}))

describe('folders of media', () => {
  it('are the ones directly below, with what is further below counted', () => {
    expect(childrenOf(folders, '')).toEqual([
      { path: 'Events', name: 'Events', count: 5, isCapped: false },
      { path: 'Events 2', name: 'Events 2', count: 4, isCapped: false },
      { path: 'Logos', name: 'Logos', count: 5, isCapped: true },
    ])
    expect(childrenOf(folders, 'Events').map(({ path }) => path)).toEqual(['Events/2026'])
    expect(childrenOf(folders, 'Events/2026/Spring')).toEqual([])
  })

  it('have those above them', () => {
    expect(pathTo('')).toEqual([])
    expect(pathTo('Events/2026').map(({ path }) => path)).toEqual(['Events', 'Events/2026'])
    expect(allPaths(folders)).toEqual(['Events', 'Events 2', 'Events/2026', 'Events/2026/Spring', 'Logos'])
  })
})
