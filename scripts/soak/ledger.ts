import { randomBytes } from 'node:crypto'
import type { Reply, SoakClient } from './client.ts'

/** What is known of an item: its last acknowledged title, and those that were sent since without an answer. */
interface Entry {
  title: string
  open: string[]
}

const fileSize = 20_000

/** What had been acknowledged at one moment: the title of each item, and all files by storage key. */
export interface Acknowledged {
  readonly titles: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, Buffer>
}

/** All acknowledged writes, by writers that each have their own items and files. */
export class Ledger {
  readonly items = new Map<string, Entry>()
  /** storage key → bytes */
  readonly files = new Map<string, Buffer>()
  acknowledged = 0
  reads = 0
  readonly #client: SoakClient
  #titles = 0

  constructor(client: SoakClient) {
    this.#client = client
  }

  /** Writes and reads back, one request after the other, until the signal comes. */
  async write(signal: AbortSignal): Promise<void> {
    const own: string[] = []
    while (!signal.aborted) {
      const id = own[Math.floor(Math.random() * own.length)]
      const dice = Math.random()
      if (id === undefined || dice < 0.2) await this.#create(own)
      else if (dice < 0.25) await this.#upload()
      else if (dice < 0.6) await this.#update(id)
      else await this.#read(id)
    }
  }

  /** Looks at every entry; what cannot be read at once is retried. Returns what is lost. */
  async check(): Promise<string[]> {
    const lost: string[] = []
    for (const [id, entry] of this.items) {
      const title = titleOf(await insist(this.#client, `/content/posts/${id}`))
      if (!isExpected(entry, title)) lost.push(`item ${id} has the title ${title}, not ${entry.title}`)
    }
    return [...lost, ...(await lostFiles(this.#client, this.files))]
  }

  /** What is acknowledged now. */
  acknowledgedNow(): Acknowledged {
    const titles = new Map([...this.items].map(([id, { title }]) => [id, title]))
    return { titles, files: new Map(this.files) }
  }

  async #create(own: string[]): Promise<void> {
    const title = this.#newTitle()
    const reply = await this.#client.send('/content/posts', { method: 'POST', body: { data: { title } } })
    if (reply === null) return
    const { id } = reply.body.data.item as { id: string }
    this.acknowledged++
    this.items.set(id, { title, open: [] })
    own.push(id)
  }

  async #update(id: string): Promise<void> {
    const entry = this.items.get(id) as Entry
    const title = this.#newTitle()
    entry.open.push(title)
    const reply = await this.#client.send(`/content/posts/${id}`, {
      method: 'PUT',
      body: { data: { title } },
    })
    if (reply === null) return
    this.acknowledged++
    Object.assign(entry, { title, open: [] })
  }

  async #upload(): Promise<void> {
    const content = randomBytes(fileSize)
    const form = new FormData()
    form.append('file', new Blob([content]), 'soak.bin')
    const reply = await this.#client.send('/media', { method: 'POST', form })
    if (reply === null) return
    this.acknowledged++
    this.files.set(reply.body.data.item.storageKey, content)
  }

  /** Whatever one node has acknowledged, all of them must show. */
  async #read(id: string): Promise<void> {
    const entry = this.items.get(id) as Entry
    const title = titleOf(await this.#client.send(`/content/posts/${id}`))
    if (title === undefined) return
    this.reads++
    if (isExpected(entry, title)) return
    this.#client.violations.push(`item ${id} was read with the title ${title}, not ${entry.title}`)
  }

  #newTitle(): string {
    return `t${++this.#titles}`
  }
}

/** What of `acknowledged` a copy does not have that was begun after that moment: titles may be later ones. */
export async function lostInCopy(client: SoakClient, { titles, files }: Acknowledged): Promise<string[]> {
  const lost: string[] = []
  for (const [id, acknowledged] of titles) {
    const title = titleOf(await insist(client, `/content/posts/${id}`))
    if (title === undefined || numberOf(title) < numberOf(acknowledged))
      lost.push(`item ${id} has the title ${title}, older than ${acknowledged}`)
  }
  return [...lost, ...(await lostFiles(client, files))]
}

async function lostFiles(client: SoakClient, files: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const lost: string[] = []
  for (const [key, content] of files) {
    const reply = await insist(client, `/media/file/${key}`)
    if (reply?.bytes.equals(content) !== true) lost.push(`file ${key} is gone or another one`)
  }
  return lost
}

async function insist(client: SoakClient, path: string): Promise<Reply | null> {
  for (let tried = 0; tried < 50; tried++) {
    const reply = await client.send(path)
    if (reply !== null) return reply
  }
  return null
}

/** Titles are numbered in the order in which they are sent. */
function numberOf(title: string): number {
  return Number(title.slice(1))
}

function titleOf(reply: Reply | null): string | undefined {
  return reply?.body.data.item.data.title
}

/** A write that was not answered may come late: each title that was sent since is as good as the acknowledged one. */
function isExpected({ title, open }: Entry, found: string | undefined): boolean {
  return found === title || (found !== undefined && open.includes(found))
}
