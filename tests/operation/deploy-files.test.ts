import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'
import { engines, startService, type TestService } from '../setup/service.ts'
import { patience } from '../setup/patience.ts'

/** Metrics of the service that a text names. */
function named(text: string): string[] {
  return [...new Set(text.match(/\boctavo_[a-z_]+\b/g))]
}

describe('the alert rules and the dashboard', () => {
  const services: TestService[] = []
  let known: Set<string>

  beforeAll(async () => {
    known = new Set()
    for (const engine of engines) {
      const service = await startService(engine, { env: { OCTAVO_BACKUP_URL: 'file:///dev/null/none' } })
      services.push(service)
      const metrics = async (): Promise<string> =>
        (await service.server.inject({ method: 'GET', url: '/_cms/metrics' })).body
      await vi.waitFor(async () => expect(await metrics()).toContain('octavo_backup_failures'), {
        timeout: patience,
      })
      // The delay of the event loop is that since the last request.
      for (const [, name, type] of (await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
        known.add(name ?? '')
        if (type === 'histogram') known.add(`${name}_bucket`)
      }
    }
  })
  afterAll(async () => {
    for (const service of services) await service.close()
  })

  it.each(['alerts.yaml', 'grafana.json'])('%s names only metrics that there are', (file) => {
    const text = readFileSync(inRoot('deploy', file), 'utf8')
    expect(named(text).length).toBeGreaterThan(8)
    expect(named(text).filter((name) => !known.has(name))).toEqual([])
  })

  it('have a form that Grafana reads', () => {
    const { panels, templating } = JSON.parse(readFileSync(inRoot('deploy', 'grafana.json'), 'utf8'))
    expect(templating.list.map(({ name }: { name: string }) => name)).toEqual(['datasource', 'instance'])
    for (const { targets, gridPos } of panels) {
      expect(targets.length).toBeGreaterThan(0)
      expect(gridPos).toMatchObject({ w: 12, h: 8 })
    }
  })
})
