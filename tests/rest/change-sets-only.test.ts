import { takesChangeSet } from '@octavo/contract/controls'
import { operationList } from '@octavo/contract/operations/registry'
import { isTool } from '@octavo/contract/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { callTool } from '../setup/mcp.ts'
import { startService, type TestService } from '../setup/service.ts'

/**
 * What a caller who is limited to change-sets may do besides writing into them. A new operation belongs here only if it
 * changes nothing that visitors see.
 */
const besideContent = [
  'changeSets.create',
  'changeSets.createPreviewLink',
  'changeSets.delete',
  'changeSets.submit',
  'changeSets.update',
  'media.confirm',
  'media.create',
  'media.createUploadUrl',
  'media.upload',
  'presence.leave',
  'presence.report',
  'preview.createLink',
  'preview.revokeLinks',
  'views.create',
  'views.delete',
  'views.setDefault',
  'views.update',
]

const writes = operationList.filter(({ effect, permission }) => effect !== 'read' && permission !== 'public')

describe('callers who are limited to change-sets', () => {
  let service: TestService
  let token = ''
  let id = ''

  beforeAll(async () => {
    service = await startService('sqlite')
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    id = (await makeItem(service, 'posts', { state: 'published' })).id
    token = (await service.person(50, ['admin'], 'latest', { changeSetsOnly: true })).token
  })
  afterAll(() => service.close())

  it('may write beside content what is listed here, and nothing else', () => {
    const free = writes.filter(({ isBesideContent }) => isBesideContent === true)
    expect(free.map(({ name }) => name).toSorted()).toEqual(besideContent)
  })

  it.each(writes.filter(({ isBesideContent, rest }) => isBesideContent !== true && rest !== undefined))(
    'are refused over REST without a set: $name',
    async (operation) => {
      const { method = '', path = '' } = operation.rest ?? {}
      const filled = path.replace(':collection', 'posts').replaceAll(/:\w+/g, id)
      const answer = await service.ask(method, filled, { token, ...(method !== 'DELETE' && { body: {} }) })
      expect(outcome(answer), answer.text).toBe('403 FORBIDDEN')
      const isForSessions = operation.permission !== 'signedIn' && answer.body.error.details.reason
      if (takesChangeSet(operation)) expect(isForSessions).toBe('changeSetsOnly')
    },
  )

  it.each(
    operationList
      .filter(isTool)
      .filter(({ effect, isBesideContent }) => effect !== 'read' && isBesideContent !== true),
  )('are refused over MCP without a set: $mcp.tool', async ({ mcp }) => {
    const outcomeOfTool = await callTool(
      service,
      mcp.tool,
      { collection: 'posts', id },
      { token, toolsets: 'all' },
    )
    expect(outcomeOfTool).toMatchObject({ kind: 'refused', code: -32600 })
  })

  it('have changed nothing', async () => {
    const { items } = (await service.ask('GET', '/admin/audit?interface=mcp')).body.data
    expect(items).toEqual([])
    expect((await service.ask('GET', `/content/posts/${id}?view=live`)).body.data.item.data.title).toBe(
      'First',
    )
  })
})
