import type { Config } from '../../config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Prints a text for the operator. It does not use the log, which holds no secrets. */
export type Print = (text: string) => void

/** Sends mail by SMTP; without an SMTP server, prints the mail instead. */
export interface Mailer {
  /** whether an SMTP server is configured */
  readonly isSetUp: boolean
  /** Throws when the server does not accept the mail. */
  send(mail: Mail): Promise<void>
}

/** Prints a mail that could not be sent, so that the operator can deliver it. */
export function printMail(print: Print, { to, subject, text }: Mail): void {
  print(`This mail was not sent. To: ${to}. Subject: ${subject}\n\n${text}`)
}

/** milliseconds that a mail server may take for each step */
const stepTimeout = 8000

/** The mailer of the configuration. It connects anew for each mail. */
export function openMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'>, print: Print): Mailer {
  const { smtpUrl, mailFrom, baseUrl } = config
  if (smtpUrl === null) {
    return {
      isSetUp: false,
      send: async (mail) => printMail(print, mail),
    }
  }
  const from = mailFrom ?? `Octavo <octavo@${new URL(baseUrl).hostname}>`
  return {
    isSetUp: true,
    send: async (mail) => {
      const transport = await openTransport(smtpUrl)
      try {
        await transport.sendMail({ from, ...mail })
      } finally {
        transport.close()
      }
    },
  }
}

/** Signs in to a mail server without sending anything. Throws when the server refuses it. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function openTransport(url: string) {
  // Loaded with the first mail, to keep the start fast.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    dnsTimeout: stepTimeout,
    connectionTimeout: stepTimeout,
    greetingTimeout: stepTimeout,
    socketTimeout: stepTimeout,
  })
}
