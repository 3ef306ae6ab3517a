import { operationList, operations } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection, makeItem, type State } from '../setup/content.ts'
import { isOfIdentity, prepareIdentity } from '../setup/identity.ts'

import { exportOf, prepareImport } from '../setup/exports.ts'
import { formOf, picture, startMediaService, uploaded } from '../setup/media.ts'
import { make, prepareSite } from '../setup/site.ts'
import { filledSet } from '../setup/change-set-changes.ts'
import { refusedAddress } from '../setup/webhooks.ts'
import { connectedApp } from '../setup/oauth.ts'
import { sessionOf } from '../setup/sessions.ts'
import type { TestService } from '../setup/service.ts'

const { content, schema } = operations

/** What an example finds; a published `hello-world` in `posts` by default. */
const found: Record<string, State | 'no item' | 'no field' | 'no collection'> = {
  [content.create.name]: 'no item',
  [content.listTrashed.name]: 'trash',
  [content.restore.name]: 'trash',
  [content.deletePermanently.name]: 'trash',
  [content.publish.name]: 'draft',
  [content.schedule.name]: 'draft',
  [content.unschedule.name]: 'scheduled+time',
  [content.discardDraft.name]: 'published+draft',
  [schema.createCollection.name]: 'no collection',
  [schema.createField.name]: 'no field',
}

/** What needs a browser's signature, a link, or a service without an admin: what its example gets instead. */
const refused: Record<string, number> = {
  'setup.begin': 409,
  'setup.finish': 409,
  'setup.createWithLink': 409,
  'auth.verifyMagicLink': 401,
  'auth.acceptOptions': 401,
  'auth.accept': 401,
  'passkeys.signIn': 401,
  'sessions.reauthenticate': 401,
  'passkeys.register': 400,
  // No sign-in has begun with this code.
  'oauth.decideDevice': 404,
}

const opened = [
  ...operationList.filter(({ rest }) => rest !== undefined),
  // no operation, but an address all the same
  { name: 'media.file', rest: { status: 200 } },
]

describe('the examples of the documentation page, pasted into a shell', () => {
  let service: TestService
  let page: string

  beforeAll(async () => {
    // With an object store, where direct uploads are possible too.
    service = await startMediaService('sqlite', 's3')
    page = (await service.ask('GET', '/docs', { token: null })).text
  })
  afterAll(() => service.close())

  /** The commands of an operation's section, as they are copied out of it. */
  function commandsOf(name: string): string[] {
    const section = page.slice(page.indexOf(`<article id="${name}"`)).split('</article>', 1)[0] ?? ''
    return [...section.matchAll(/<pre><code>(curl [^<]*)<\/code>/g)].map(([, command = '']) =>
      unescape(command),
    )
  }

  /** of the admin, who is signed in anew for each example: some end the session */
  async function cookie(): Promise<string> {
    const { item } = dataOf(await service.ask('GET', '/auth/me'))
    return (await sessionOf(service, item.id))['cookie'] ?? ''
  }

  async function prepare(name: string): Promise<Record<string, string>> {
    if (name === operations.imports.analyze.name) return {}
    if (name.startsWith('imports.')) return { ANALYSIS_ID: await prepareImport(service, name) }
    if (name.startsWith('media.')) {
      // The file of all examples is a text.
      const sent = name === 'media.replace' ? 'a text' : await picture()
      const { id, storageKey } = await uploaded(service, { content: sent })
      dataOf(await service.ask('PUT', `/media/${id}`, { body: { folder: 'Events/2026' } }))
      return { ID: id, KEY: storageKey }
    }
    if (isOfIdentity(name)) return prepareIdentity(service, name)
    if (name === 'apps.delete') return { ID: await connectedApp(service) }
    if (name.startsWith('changeSets.')) return { ID: await prepareSet(name) }
    if (name.startsWith('webhooks.')) return prepareWebhook()
    if (name === 'views.update' || name === 'views.delete')
      return { ID: (await make(service, '/views', { collection: 'posts', name, query: {} })).id }
    await service.ask('DELETE', '/schema/collections/posts?force=true')
    const state = found[name] ?? 'published'
    if (state === 'no collection') return {}
    const fields = state === 'no field' ? [] : [{ slug: 'title', type: 'string' }]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    if (state === 'no field' || state === 'no item') return {}
    const { id } = await makeItem(service, 'posts', { state, slug: 'hello-world' })
    if (name.startsWith('changes.'))
      return { ID: dataOf(await service.ask('GET', '/changes?limit=1')).items[0].id }
    const list =
      state === 'trash' ? { items: [] } : dataOf(await service.ask('GET', `/content/posts/${id}/revisions`))
    return { ID: id, REVISION_ID: list.items[0]?.id ?? '', ...(await prepareSite(service, name)) }
  }

  async function prepareSet(name: string): Promise<string> {
    const id = await filledSet(service)
    if (name === 'changeSets.revert')
      dataOf(await service.ask('POST', `/change-sets/${id}/apply`, { body: {} }))
    return id
  }

  async function prepareWebhook(): Promise<Record<string, string>> {
    const { id } = await make(service, '/webhooks', { url: refusedAddress })
    const { item } = dataOf(await service.ask('POST', `/webhooks/${id}/test`))
    return { ID: id, DELIVERY_ID: item.id }
  }

  it.each(opened.map(({ name, rest }) => [name, refused[name] ?? rest?.status ?? 200] as const))(
    '%s',
    async (name, status) => {
      const commands = commandsOf(name)
      expect(commands.length).toBeGreaterThan(0)
      for (const command of commands) {
        const variables = { TOKEN: service.token, SESSION: await cookie(), ...(await prepare(name)) }
        const { method, path, headers, body } = parseCurl(wordsOf(command, variables))
        expect(path).not.toContain('$')
        const answer = await service.ask(method, path, { token: null, headers, body })
        expect(answer.status, `${command}\n${answer.text}`).toBe(status)
      }
    },
  )
})

function unescape(text: string): string {
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  }
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
}

/** The words of a command as a shell splits them: single quotes, double quotes with variables, `\` at line ends. */
function wordsOf(command: string, variables: Record<string, string>): string[] {
  const quoted = /'([^']*)'|"([^"]*)"|\\(.)|([^\s'"\\]+)/
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? []
  return words.map((word) =>
    word.replace(
      new RegExp(quoted, 'g'),
      (_, single?: string, double?: string, escaped?: string, bare?: string) =>
        single ??
        escaped ??
        (double ?? bare ?? '').replace(/\$(\w+)/g, (whole, name: string) => variables[name] ?? whole),
    ),
  )
}

function parseCurl([curl, ...words]: readonly string[]) {
  expect(curl).toBe('curl')
  const headers: Record<string, string> = {}
  let [method, address, body]: [string | undefined, string, string | Buffer | undefined] = [
    undefined,
    '',
    undefined,
  ]
  let file: string | undefined
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '-X') method = words[++index]
    else if (word === '-d') body = words[++index]
    else if (word === '-F') file = words[++index]?.split('=', 1)[0]
    else if (word === '-H') {
      const [name = '', value = ''] = (words[++index] ?? '').split(': ')
      headers[name] = value
    } else address = word
  }
  if (file !== undefined) {
    const form = formOf([
      { name: file, filename: 'export.xml', content: exportOf({ items: [{ title: 'One' }] }) },
    ])
    Object.assign(headers, form.headers)
    body = form.body
  }
  const { pathname, search } = new URL(address)
  return { method: method ?? 'GET', path: pathname.replace('/_cms/api', '') + search, headers, body }
}
