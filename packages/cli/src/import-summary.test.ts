import { expect, it } from 'vitest'
import { importSummary } from './import-summary.ts'

const options = {
  dryRun: false,
  includeMedia: true,
  includeComments: true,
  includeTaxonomies: true,
  includeMenus: true,
}

it('a summary of an import separates long names from their numbers', () => {
  const counts = { 'a folder with a long name': { created: 12 }, post: { created: 3, failed: 1 } }
  const row = {
    id: '01M8',
    options: null,
    progress: JSON.stringify({ facts: {}, counts }),
    analysis: JSON.stringify({ warnings: ['A warning.'], languages: null }),
    because: null,
  } as Parameters<typeof importSummary>[0]
  const lines = importSummary(row, options, ['en']).split('\n')
  expect(lines).toContain('  a folder with a long name  12 created')
  expect(lines).toContain('  post                       3 created, 1 failed')
  expect(lines).toContain('A warning.')
})
