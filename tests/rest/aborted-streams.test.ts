import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cluster, startCluster } from '../setup/cluster.ts'

// The connection to the client has nothing to do with the database.
describe('a client that goes while an answer is made', () => {
  let cluster: Cluster
  let port: number

  beforeAll(async () => {
    cluster = await startCluster('sqlite', 1)
    port = (await cluster.nodes[0]?.listen()) ?? 0
  })
  afterAll(() => cluster.close())

  it('is no failure of the service where the answer is a stream', async () => {
    const [node] = cluster.nodes
    if (node === undefined) throw new Error('There is no node.')
    const { services, token } = node
    const { reader } = services.database
    const rows = reader.rows.bind(reader)
    const asked = Promise.withResolvers<void>()
    const slow = vi.spyOn(reader, 'rows').mockImplementation(async (sql, parameters) => {
      if (sql.includes('audit_log')) {
        asked.resolve()
        await delay(150)
      }
      return rows(sql, parameters) as never
    })
    const failures = vi.spyOn(services.log, 'error')
    const requests = vi.spyOn(services.log, 'info')
    try {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `GET /_cms/api/admin/audit?format=ndjson HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      )
      await asked.promise
      socket.destroy()
      await delay(500)
      expect(failures).not.toHaveBeenCalled()
      expect(requests.mock.calls.filter((call) => JSON.stringify(call).includes('"status":500'))).toEqual([])
    } finally {
      for (const spy of [slow, failures, requests]) spy.mockRestore()
    }
  })
})
