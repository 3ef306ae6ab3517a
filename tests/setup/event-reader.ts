import type { Event } from '@octavo/contract/operations/events'

/** Reads a stream of events as a program does that knows the format alone. */
export class EventReader {
  readonly events: Event[] = []
  lastId = ''
  hasEnded = false
  readonly #stop = new AbortController()

  /** Opens a stream, and is there when the service has answered with it. */
  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    const reader = new EventReader()
    const response = await fetch(url, { headers, signal: reader.#stop.signal })
    if (response.status !== 200 || response.body === null) throw new Error(await response.text())
    void reader.#read(response.body).finally(() => (reader.hasEnded = true))
    return reader
  }

  close(): void {
    this.#stop.abort()
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = ''
    try {
      for await (const text of body.pipeThrough(new TextDecoderStream())) {
        const blocks = `${rest}${text}`.split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
      }
    } catch {
      // The service, or this reader, has broken it off.
    }
  }

  #take(block: string): void {
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) this.lastId = line.slice(4)
      if (line.startsWith('data: ')) this.events.push(JSON.parse(line.slice(6)) as Event)
    }
  }
}
