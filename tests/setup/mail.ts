import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** decoded, as its reader sees it */
  readonly text: string
  readonly raw: string
}

export interface MailServer {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** the next mail to come, or the one that came since this was called last */
  next(): Promise<ReceivedMail>
  /** from now on it takes no mail */
  refuse(): void
  close(): Promise<void>
}

/** A real SMTP server on this machine, which keeps what it is sent. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const waiting: (() => void)[] = []
  let seen = 0
  let refuses = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuses) return done(new Error('no mail today'))
        const raw = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: decoded(raw),
          raw,
        })
        for (const tell of waiting.splice(0)) tell()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next: async () => {
      while (mails.length <= seen) await new Promise<void>((resolve) => waiting.push(resolve))
      return mails[seen++] as ReceivedMail
    },
    refuse: () => void (refuses = true),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The text of a mail of one part. */
function decoded(raw: string): string {
  const at = raw.indexOf('\r\n\r\n')
  const body = raw.slice(at + 4)
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(raw.slice(0, at))?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  return body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The secret in a link that leads to a path of ours. */
export function secretIn(text: string, path: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const url = new URL(link)
  if (url.pathname !== path) throw new Error(`The link leads to ${url.pathname}.`)
  return url.searchParams.get('token') ?? url.searchParams.get('code') ?? ''
}
