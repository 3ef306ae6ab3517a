// @module-tag long
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'

const shared = (example: string): string => inRoot('examples', example, 'src', 'site')

describe('what the examples have in common', () => {
  it('is the same in both: each is a project of its own, that people copy', () => {
    const names = readdirSync(shared('next'))
    expect(names.length).toBeGreaterThan(6)
    for (const name of names) {
      const [one, other] = ['astro', 'next'].map((example) =>
        readFileSync(join(shared(example), name), 'utf8'),
      )
      expect(other, name).toBe(one)
    }
  })

  it.each(['astro', 'next'])('names no registry in the lock file of %s', (example) => {
    const lock = JSON.parse(readFileSync(inRoot('examples', example, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string; version?: string }>
    }
    const resolved = Object.values(lock.packages).flatMap((entry) => entry.resolved ?? [])
    expect(resolved).toEqual(['../../packages/client'])
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(inRoot('examples', example, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>
    const versions = Object.entries({ ...dependencies, ...devDependencies })
    for (const [name, version] of versions)
      if (name !== '@octavo/client') expect([name, version]).toEqual([name, expect.stringMatching(/^\d/)])
  })
})
