import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { checkMailServer } from '../../platform/mail/mailer.ts'
import { loadPlugins } from '../../plugins/load.ts'
import { examineBackups } from './backups.ts'
import { examineDatabase } from './database.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './finding.ts'
import { examineReplica } from './replica.ts'
import { examineDataDirectory, examineStore } from './places.ts'

/** Examines everything that the service depends on, without changing it. */
export async function examine(config: Config, log: Logger): Promise<Finding[]> {
  const directory = await examineDataDirectory(config)
  // The store of files needs the directory, and would only report the problem of the directory again.
  const canWrite = directory.every(({ level }) => level !== 'failure')
  return [
    ...examineSettings(config),
    ...directory,
    ...(await examineDatabase(config)),
    ...(await examineReplica(config)),
    ...(canWrite ? await examineStore(config, log) : []),
    ...(await examineBackups(config)),
    ...(await examineMail(config)),
    ...(await examinePlugins(config)),
  ]
}

function examineSettings({ baseUrl, isRateLimited }: Config): Finding[] {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  const findings = [
    protocol === 'https:' || isLocal
      ? ok('settings', `The settings are valid; the address is ${baseUrl}.`)
      : warning(
          'settings',
          `OCTAVO_BASE_URL is ${baseUrl}: passkeys, and sessions that others cannot read, need https.`,
          'Put a proxy with a certificate in front, and give its address.',
        ),
  ]
  if (isRateLimited) return findings
  return [
    ...findings,
    warning(
      'rate limits',
      'OCTAVO_RATE_LIMIT is off.',
      'Remove it outside of tests: sign-in could be guessed.',
    ),
  ]
}

async function examineMail(config: Config): Promise<Finding[]> {
  if (config.smtpUrl === null)
    return [
      warning(
        'mail',
        'No mail server is set; mails are printed on stderr.',
        'Set OCTAVO_SMTP_URL and OCTAVO_MAIL_FROM.',
      ),
    ]
  try {
    await checkMailServer(config.smtpUrl)
    return [ok('mail', 'The mail server takes mail.')]
  } catch (error) {
    return [
      warning('mail', `The mail server does not take mail: ${mailReason(error)}`, 'Correct OCTAVO_SMTP_URL.'),
    ]
  }
}

/** The reason in words for operators: error messages of OpenSSL, which name its source files, are replaced. */
function mailReason(error: unknown): string {
  const sentence = sentenceOf(error)
  return /:SSL routines:/.test(sentence)
    ? 'it does not speak TLS there; smtps is for port 465, smtp for 587.'
    : sentence
}

async function examinePlugins({ plugins }: Config): Promise<Finding[]> {
  if (plugins.length === 0) return []
  return loadPlugins(plugins).then(
    () => [ok('plugins', 'The plugins can be loaded.')],
    (error: unknown) => [failure('plugins', sentenceOf(error), 'Correct OCTAVO_PLUGINS.')],
  )
}
