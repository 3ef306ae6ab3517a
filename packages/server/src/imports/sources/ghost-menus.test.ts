import { expect, it } from 'vitest'
import { ghostMenus } from './ghost-menus.ts'

it('a long menu keeps all entries, so that the import reports those that have no room', () => {
  const entries = Array.from({ length: 1500 }, (_, index) => ({ label: `Entry ${index}`, url: `/${index}/` }))
  const setting = (key: string): string => (key === 'navigation' ? JSON.stringify(entries) : '')
  const records = [...ghostMenus(setting, 'https://blog.invalid')]
  expect(records.filter(({ kind }) => kind === 'item')).toHaveLength(1500)
})
