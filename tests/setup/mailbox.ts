import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** the first address that stands in it */
  readonly link: string
}

/** A mail server that keeps what it gets. */
export interface Mailbox {
  /** for OCTAVO_SMTP_URL */
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** takes out the next mail to an address, as soon as it is there */
  next(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** Starts a real SMTP server on a port of its own. */
export async function startMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', () => {
        const source = Buffer.concat(parts).toString('utf8')
        for (const { address } of session.envelope.rcptTo) received.push(read(address, source))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next: async (to) => {
      for (let waited = 0; waited < 10_000; waited += 20) {
        const index = received.findIndex((mail) => mail.to === to)
        const [mail] = index < 0 ? [] : received.splice(index, 1)
        if (mail !== undefined) return mail
        await delay(20)
      }
      throw new Error(`No mail came to ${to}.`)
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

function read(to: string, source: string): ReceivedMail {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const isQuoted = /^content-transfer-encoding: *quoted-printable/im.test(head)
  const body = rest.join('\n\n')
  const text = isQuoted ? unquote(body) : body
  return {
    to,
    subject: /^subject: *(.*)$/im.exec(head)?.[1]?.trim() ?? '',
    text,
    link: /https?:\S+/.exec(text)?.[0] ?? '',
  }
}

function unquote(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
