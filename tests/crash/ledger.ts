import type { Answer, Running } from './service-process.ts'

/** What is known of an item: each of its changes leaves one revision, but for the trash. */
export interface Fact {
  readonly title: string
  readonly status: 'draft' | 'published'
  readonly hasPendingDraft: boolean
  readonly isTrashed: boolean
  readonly revisions: number
}

/** What was acknowledged, and what may have happened without an answer: one of both must be found. */
interface Entry {
  acknowledged: Fact
  open: Fact | null
}

/** The book of all writes of a test, over all lives of the service. */
export class Ledger {
  readonly items = new Map<string, Entry>()
  /** titles of items whose making was never answered */
  readonly openTitles = new Set<string>()
  /** names of fields and collections: true there, false gone, undefined open */
  readonly names = new Map<string, boolean | undefined>()
  /** answers that no kill explains */
  readonly complaints: string[] = []
  acknowledged = 0
  #titles = 0

  /** One writer: its own items, one request after the other, until the service is gone. */
  async write(service: Running): Promise<void> {
    const own: string[] = []
    while (await this.#writeOnce(service, own));
  }

  async #writeOnce(service: Running, own: string[]): Promise<boolean> {
    const id = own[Math.floor(Math.random() * own.length)]
    if (id === undefined || Math.random() < 0.35) return this.#create(service, own)
    const entry = this.items.get(id) as Entry
    const change = nextChange(entry.acknowledged, `t${++this.#titles}`)
    entry.open = change.to
    const answer = await this.#send(() =>
      service.ask(change.method, `/content/posts/${id}${change.path}`, change.body),
    )
    if (answer === null) return false
    Object.assign(entry, { acknowledged: change.to, open: null })
    return true
  }

  async #create(service: Running, own: string[]): Promise<boolean> {
    const title = `t${++this.#titles}`
    this.openTitles.add(title)
    const answer = await this.#send(() => service.ask('POST', '/content/posts', { data: { title } }))
    if (answer === null) return false
    const { id } = answer.body.data.item
    const fact: Fact = { title, status: 'draft', hasPendingDraft: false, isTrashed: false, revisions: 1 }
    this.items.set(id, { acknowledged: fact, open: null })
    this.openTitles.delete(title)
    own.push(id)
    return true
  }

  /** One who changes the schema meanwhile: fields of the collection, and collections beside it. */
  async changeSchema(service: Running): Promise<void> {
    for (let isUp = true; isUp;) {
      const name = `${Math.random() < 0.6 ? 'field' : 'side'}_${Math.floor(Math.random() * 5)}`
      const isThere = this.names.get(name) === true
      this.names.set(name, undefined)
      isUp = (await this.#send(() => changeSchema(service, name, isThere))) !== null
      if (isUp) this.names.set(name, !isThere)
    }
  }

  /** The answer, or null when the service was gone before it came. */
  async #send(ask: () => Promise<Answer>): Promise<Answer | null> {
    let answer: Answer
    try {
      answer = await ask()
    } catch {
      return null
    }
    if (answer.status < 300) this.acknowledged++
    else {
      this.complaints.push(JSON.stringify(answer.body))
      return null
    }
    return answer
  }
}

function changeSchema(service: Running, name: string, isThere: boolean): Promise<Answer> {
  const isField = name.startsWith('field')
  const all = isField ? '/schema/collections/posts/fields' : '/schema/collections'
  if (isThere) return service.ask('DELETE', `${all}/${name}${isField ? '' : '?force=true'}`)
  return service.ask('POST', all, {
    slug: name,
    label: name,
    ...(isField && { type: 'string', defaultValue: 'x' }),
  })
}

interface Change {
  method: string
  path: string
  body?: unknown
  to: Fact
}

function nextChange(fact: Fact, title: string): Change {
  const dice = Math.random()
  if (fact.isTrashed) return { method: 'POST', path: '/restore', body: {}, to: { ...fact, isTrashed: false } }
  if (dice < 0.1) return { method: 'DELETE', path: '', to: { ...fact, isTrashed: true } }
  const next = { ...fact, revisions: fact.revisions + 1 }
  const canPublish = fact.status === 'draft' || fact.hasPendingDraft
  if (dice < 0.3 && canPublish) {
    return {
      method: 'POST',
      path: '/publish',
      body: {},
      to: { ...next, status: 'published', hasPendingDraft: false },
    }
  }
  return {
    method: 'PUT',
    path: '',
    body: { data: { title } },
    to: { ...next, title, hasPendingDraft: fact.status === 'published' },
  }
}
