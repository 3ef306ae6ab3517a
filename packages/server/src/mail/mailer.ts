import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail by SMTP; without a server for it, writes what it would have sent to the log. */
export interface Mailer {
  /** whether mail leaves the house */
  readonly isSetUp: boolean
  /** Throws when the server does not take it. */
  send(mail: Mail): Promise<void>
}

/** milliseconds that a mail server may take for each step */
const patience = 8000

export function openMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'>, log: Logger): Mailer {
  const { smtpUrl, mailFrom, baseUrl } = config
  if (smtpUrl === null) {
    return {
      isSetUp: false,
      send: async (mail) => log.warn({ mail }, 'mail is not set up: this one was written here instead'),
    }
  }
  const from = mailFrom ?? `Octavo <octavo@${new URL(baseUrl).hostname}>`
  return {
    isSetUp: true,
    send: async (mail) => {
      // Loaded with the first mail: the start of the service stays quick.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(
        {
          url: smtpUrl,
          dnsTimeout: patience,
          connectionTimeout: patience,
          greetingTimeout: patience,
          socketTimeout: patience,
        },
        { from },
      )
      try {
        await transport.sendMail({ ...mail })
      } finally {
        transport.close()
      }
    },
  }
}
