import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { type Check, runConformance } from '../setup/conformance.ts'
import { startTokenProxy, type TokenProxy } from '../setup/token-proxy.ts'

/** Scenarios of the official suite that a server with its own 33 tools cannot pass, or need not. */
const notApplicable: readonly (readonly [scenario: RegExp, reason: string])[] = [
  [
    /^tools-call-/,
    'calls tools of the suite (test_simple_text, …); this server has the specified 33 and no others',
  ],
  [/^json-schema-2020-12$/, 'looks for a tool of the suite'],
  [/^elicitation-/, 'calls a tool of the suite that asks the person; no tool here does'],
  [/^input-required-result-/, 'calls tools of the suite that ask for more input; no tool here does'],
  [/^resources-(?!list)/, 'reads resources of the suite, or subscribes to one; changes are not announced'],
  [/^prompts-get/, 'asks for prompts of the suite'],
  [/^completion-complete$/, 'there is nothing to complete; the capability is not declared'],
  [/^logging-set-level$/, 'nothing is logged to clients; the capability is not declared'],
  [/^http-custom-header-server-validation$/, 'no tool has parameters that stand in headers'],
  [/^tasks-/, 'tasks are an extension; no tool takes that long'],
]

/** Checks within scenarios that apply, which need tools or resources of the suite. */
const notTestable = [
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
]

/** revision → scenarios that must pass */
const applicable: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'http-header-validation',
    'server-sse-multiple-streams',
    'caching',
    'dns-rebinding-protection',
  ],
}

describe('the official conformance suite', () => {
  let proxy: TokenProxy
  let cluster: Cluster

  beforeAll(async () => {
    // The suite sends no token.
    proxy = await startTokenProxy()
    cluster = await startCluster('sqlite', 1, { OCTAVO_BASE_URL: proxy.url })
    const node = cluster.nodes[0] as Node
    proxy.forwardTo(await node.listen(), node.token)
  })
  afterAll(async () => {
    await cluster.close()
    await proxy.close()
  })

  it.each(Object.entries(applicable))(
    'revision %s',
    async (revision, scenarios) => {
      const checks = await runConformance(`${proxy.url}/_cms/api/mcp`, revision)
      const failures = checks.filter((check) => check.status === 'FAILURE' && !isExcused(check))
      expect(failures).toEqual([])
      for (const scenario of scenarios) {
        const passed = checks.filter((check) => check.scenario === scenario && check.status === 'SUCCESS')
        expect([scenario, passed.length > 0]).toEqual([scenario, true])
      }
      // Whatever a scenario looks for, each answer has the form that the protocol gives it.
      const forms = checks.filter(({ id }) => id === 'wire-schema-valid')
      expect(forms.length).toBeGreaterThan(20)
      expect(forms.filter(({ status }) => status !== 'SUCCESS')).toEqual([])
    },
    120_000,
  )
})

function isExcused({ id, scenario }: Check): boolean {
  return notTestable.includes(id) || notApplicable.some(([pattern]) => pattern.test(scenario))
}
