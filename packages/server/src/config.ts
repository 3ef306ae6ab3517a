import { resolve } from 'node:path'
import { hint } from '@octavo/contract/nearest'
import { z } from 'zod'
import { databaseAddress } from './platform/database/address.ts'
import { readTracing, type TracingSettings } from './platform/tracing/settings.ts'

/** An invalid setting that prevents the start: one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Limits for a database server; times in milliseconds. */
export interface DatabaseLimits {
  readonly connections: number
  /** for connecting, and for waiting for a free connection */
  readonly connectTimeout: number
  readonly statementTimeout: number
  readonly lockTimeout: number
  /** for a transaction that sends nothing */
  readonly idleTimeout: number
  /** a pooler gives a connection to another client after each transaction, so session state is lost */
  readonly isPooled: boolean
}

export interface Config {
  readonly host: string
  readonly port: number
  /** the public origin, without a trailing slash */
  readonly baseUrl: string
  readonly dataDir: string
  /** null: the embedded database, in `dataDir` */
  readonly databaseUrl: string | null
  /** a streaming replica of the database server, for reads of live content */
  readonly replicaUrl: string | null
  readonly databaseLimits: DatabaseLimits
  /** null: files are in `dataDir` */
  readonly filesUrl: string | null
  /** milliseconds that the file store may take to connect and to answer */
  readonly filesTimeout: number
  /** the folder or bucket for scheduled backups; null means none are made */
  readonly backupUrl: string | null
  /** milliseconds between the starts of two scheduled backups */
  readonly backupInterval: number
  /** scheduled backups that are kept */
  readonly backupsKept: number
  /** milliseconds that the start waits for a database or a file store that is not reachable yet */
  readonly startWait: number
  /** milliseconds between SIGTERM and the end of listening, so that load balancers can react */
  readonly shutdownDelay: number
  /** null: mails are printed for the operator and not sent */
  readonly smtpUrl: string | null
  /** the sender of mails; null: an address of the host in `baseUrl` */
  readonly mailFrom: string | null
  /** the first is the default; more than one enables translations */
  readonly locales: readonly string[]
  readonly corsOrigins: readonly string[]
  /** proxies whose forwarded headers are trusted */
  readonly trustProxy: readonly string[]
  readonly isRateLimited: boolean
  /** limit of requests per minute and token; null means unlimited */
  readonly apiRequestsPerMinute: number | null
  /** seconds that shared caches, such as a CDN, keep what everybody may read */
  readonly sharedMaxAge: number
  /** whether shared caches also keep what tokens for sites read */
  readonly sharesTokenReads: boolean
  /** limit of requests per minute and address of callers without a token */
  readonly visitorRequestsPerMinute: number
  readonly compresses: boolean
  /** modules, by name or path */
  readonly plugins: readonly string[]
  /** days for which audit entries are kept; null means forever */
  readonly auditDays: number | null
  readonly maxUploadBytes: number
  /** total size of all image variants in the store */
  readonly maxVariantBytes: number
  readonly maxBodyBytes: number
  /** limit of an item's field values */
  readonly maxItemBytes: number
  /** limit of an uploaded export for an import */
  readonly maxImportBytes: number
  /** origins in the local network from which imports may fetch media */
  readonly importOrigins: readonly string[]
  /** origins in the local network that webhooks may call, with http as well */
  readonly webhookOrigins: readonly string[]
  /** encrypts secrets in the database; null means a key in a file */
  readonly secretKey: string | null
  /** server processes on this machine */
  readonly workers: number
  /** requests that one process works on at a time */
  readonly maxRequests: number
  /** memory of all processes together beyond which requests are refused; null: by the size of the machine */
  readonly memoryBytes: number | null
  readonly logLevel: string
  /** milliseconds from which a statement is logged as slow; 0 for none */
  readonly slowStatement: number
  /** where traces are sent; null for nowhere */
  readonly tracing: TracingSettings | null
  /** gives access to metrics from other machines */
  readonly metricsToken: string | null
}

const megabyte = 1024 * 1024
const second = 1000
const hour = 3600 * second

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

function wholeNumber(min: number, max: number): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
}

function address(schemes: readonly string[], example: string): z.ZodType<string, string> {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be an address like ${example}`,
    )
}

const databaseServer = address(databaseAddress.schemes, databaseAddress.example).refine(
  // The parameter `host` can name the folder of a Unix socket instead. An invalid address is already reported.
  (text) => !URL.canParse(text) || new URL(text).hostname !== '' || new URL(text).searchParams.has('host'),
  `must name a host, like ${databaseAddress.example}`,
)

/** An origin, in the form in which browsers send it in the header `Origin`. */
const origin = address(['http:', 'https:'], 'https://www.example.com')
  .refine((text) => {
    // An invalid address is already reported.
    if (!URL.canParse(text)) return true
    const { pathname, search, hash, username, password } = new URL(text)
    return pathname === '/' && `${search}${hash}${username}${password}` === '' && !/[?#]$/.test(text)
  }, 'must be an origin like https://www.example.com, without a path')
  // As browsers write it: lower case, without the default port.
  .transform((text) => (URL.canParse(text) ? new URL(text).origin : text))

const locales = list
  .refine((names) => names.length > 0, 'must name at least one locale')
  .refine(
    (names) => names.every((name) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(name)),
    'must be locale names joined by commas, like en,de,pt-BR',
  )
  .refine(
    (names) => new Set(names.map((name) => name.toLowerCase())).size === names.length,
    'must not name a locale twice',
  )

const proxyExample = 'must be addresses or networks of proxies joined by commas, like 10.0.0.0/8,127.0.0.1'

const proxy = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
  proxyExample,
)

const settings = z.object({
  PORT: wholeNumber(1, 65_535).default(4400),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  OCTAVO_BASE_URL: origin.optional(),
  OCTAVO_DATA_DIR: z.string().default('./data'),
  OCTAVO_DATABASE_URL: databaseServer.optional(),
  OCTAVO_DATABASE_REPLICA_URL: databaseServer.optional(),
  OCTAVO_DATABASE_POOLER: z.enum(['none', 'transaction'], 'must be none or transaction').default('none'),
  OCTAVO_DATABASE_POOL: wholeNumber(2, 1000).default(10),
  OCTAVO_DATABASE_CONNECT_TIMEOUT: wholeNumber(1, 300).default(5),
  OCTAVO_DATABASE_STATEMENT_TIMEOUT: wholeNumber(1, 3600).default(10),
  OCTAVO_DATABASE_LOCK_TIMEOUT: wholeNumber(1, 3600).default(8),
  OCTAVO_DATABASE_IDLE_TIMEOUT: wholeNumber(1, 3600).default(60),
  OCTAVO_FILES_URL: address(
    ['s3:'],
    's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-1',
  ).optional(),
  OCTAVO_FILES_TIMEOUT: wholeNumber(1, 300).default(10),
  OCTAVO_BACKUP_URL: address(['file:', 's3:'], 'file:///backups or s3://bucket/prefix')
    .refine(
      (text) => !text.startsWith('file:') || /^file:\/\/\/[^?#]+$/.test(text),
      'must name a folder by its absolute path, like file:///backups',
    )
    .optional(),
  OCTAVO_BACKUP_HOURS: wholeNumber(1, 8760).default(24),
  OCTAVO_BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  OCTAVO_START_WAIT: wholeNumber(0, 3600).default(60),
  OCTAVO_SHUTDOWN_DELAY: wholeNumber(0, 300).default(3),
  OCTAVO_SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587').optional(),
  OCTAVO_MAIL_FROM: z
    .string()
    .refine(
      (text) => /^[^<>@\s]+@[^<>@\s]+$/.test(text) || /^[^<>]*<[^<>@\s]+@[^<>@\s]+>$/.test(text),
      'must be an address like "Site <site@example.com>"',
    )
    .optional(),
  OCTAVO_LOCALES: locales.prefault('en'),
  OCTAVO_CORS_ORIGINS: list.pipe(z.array(origin)).prefault(''),
  OCTAVO_TRUST_PROXY: list.pipe(z.array(proxy)).prefault(''),
  OCTAVO_RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  OCTAVO_RATE_LIMIT_API: wholeNumber(1, 1_000_000).optional(),
  OCTAVO_SHARED_MAX_AGE: wholeNumber(0, 31_536_000).default(60),
  OCTAVO_SHARED_TOKEN_READS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  OCTAVO_RATE_LIMIT_PUBLIC: wholeNumber(1, 1_000_000).default(600),
  OCTAVO_COMPRESSION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  OCTAVO_PLUGINS: list.prefault(''),
  OCTAVO_AUDIT_DAYS: wholeNumber(1, 36_500).optional(),
  OCTAVO_MAX_UPLOAD_MB: wholeNumber(1, 100_000).default(50),
  OCTAVO_MAX_VARIANTS_MB: wholeNumber(10, 100_000_000).default(5000),
  OCTAVO_MAX_BODY_MB: wholeNumber(1, 1000).default(10),
  OCTAVO_MAX_ITEM_MB: wholeNumber(1, 100).default(2),
  OCTAVO_MAX_IMPORT_MB: wholeNumber(1, 100_000).default(4096),
  OCTAVO_IMPORT_ORIGINS: list.pipe(z.array(origin)).prefault(''),
  OCTAVO_WEBHOOK_ORIGINS: list.pipe(z.array(origin)).prefault(''),
  OCTAVO_SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  OCTAVO_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OCTAVO_MAX_REQUESTS: wholeNumber(10, 100_000).default(500),
  OCTAVO_MEMORY_MB: wholeNumber(128, 10_000_000).optional(),
  OCTAVO_WORKERS: wholeNumber(1, 128).default(1),
  OCTAVO_SLOW_QUERY_MS: wholeNumber(0, 3_600_000).default(1000),
  OCTAVO_LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
})

/** Reads the environment once. An empty variable counts as unset. Throws ConfigError. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  refuseUnknown(Object.keys(given))
  const { success, data, error } = settings.safeParse(given)
  if (!success) throw firstError(error, given)
  if (data.OCTAVO_DATABASE_REPLICA_URL !== undefined && data.OCTAVO_DATABASE_URL === undefined)
    throw new ConfigError('OCTAVO_DATABASE_REPLICA_URL needs OCTAVO_DATABASE_URL, whose replica it names.')
  return {
    host: data.HOST,
    port: data.PORT,
    baseUrl: data.OCTAVO_BASE_URL ?? `http://localhost:${data.PORT}`,
    dataDir: resolve(data.OCTAVO_DATA_DIR),
    databaseUrl: data.OCTAVO_DATABASE_URL ?? null,
    replicaUrl: data.OCTAVO_DATABASE_REPLICA_URL ?? null,
    databaseLimits: {
      connections: data.OCTAVO_DATABASE_POOL,
      connectTimeout: data.OCTAVO_DATABASE_CONNECT_TIMEOUT * second,
      statementTimeout: data.OCTAVO_DATABASE_STATEMENT_TIMEOUT * second,
      lockTimeout: data.OCTAVO_DATABASE_LOCK_TIMEOUT * second,
      idleTimeout: data.OCTAVO_DATABASE_IDLE_TIMEOUT * second,
      isPooled: data.OCTAVO_DATABASE_POOLER === 'transaction',
    },
    filesUrl: data.OCTAVO_FILES_URL ?? null,
    filesTimeout: data.OCTAVO_FILES_TIMEOUT * second,
    backupUrl: data.OCTAVO_BACKUP_URL ?? null,
    backupInterval: data.OCTAVO_BACKUP_HOURS * hour,
    backupsKept: data.OCTAVO_BACKUP_KEEP,
    startWait: data.OCTAVO_START_WAIT * second,
    shutdownDelay: data.OCTAVO_SHUTDOWN_DELAY * second,
    smtpUrl: data.OCTAVO_SMTP_URL ?? null,
    mailFrom: data.OCTAVO_MAIL_FROM ?? null,
    locales: data.OCTAVO_LOCALES,
    corsOrigins: data.OCTAVO_CORS_ORIGINS,
    trustProxy: data.OCTAVO_TRUST_PROXY,
    isRateLimited: data.OCTAVO_RATE_LIMIT === 'on',
    apiRequestsPerMinute: data.OCTAVO_RATE_LIMIT_API ?? null,
    sharedMaxAge: data.OCTAVO_SHARED_MAX_AGE,
    sharesTokenReads: data.OCTAVO_SHARED_TOKEN_READS === 'on',
    visitorRequestsPerMinute: data.OCTAVO_RATE_LIMIT_PUBLIC,
    compresses: data.OCTAVO_COMPRESSION === 'on',
    plugins: data.OCTAVO_PLUGINS,
    auditDays: data.OCTAVO_AUDIT_DAYS ?? null,
    maxUploadBytes: data.OCTAVO_MAX_UPLOAD_MB * megabyte,
    maxVariantBytes: data.OCTAVO_MAX_VARIANTS_MB * megabyte,
    maxBodyBytes: data.OCTAVO_MAX_BODY_MB * megabyte,
    maxItemBytes: data.OCTAVO_MAX_ITEM_MB * megabyte,
    maxImportBytes: data.OCTAVO_MAX_IMPORT_MB * megabyte,
    importOrigins: data.OCTAVO_IMPORT_ORIGINS,
    webhookOrigins: data.OCTAVO_WEBHOOK_ORIGINS,
    secretKey: data.OCTAVO_SECRET_KEY ?? null,
    maxRequests: data.OCTAVO_MAX_REQUESTS,
    memoryBytes: data.OCTAVO_MEMORY_MB === undefined ? null : data.OCTAVO_MEMORY_MB * megabyte,
    workers: data.OCTAVO_WORKERS,
    slowStatement: data.OCTAVO_SLOW_QUERY_MS,
    // These variables are standard ones of OpenTelemetry, whose names do not begin with OCTAVO_.
    tracing: readTracing(environment, (text) => {
      throw new ConfigError(text)
    }),
    logLevel: data.OCTAVO_LOG_LEVEL,
    metricsToken: data.OCTAVO_METRICS_TOKEN ?? null,
  }
}

/**
 * Throws a ConfigError for a variable that looks like a setting but is none: a mistyped name would otherwise leave a
 * setting silently at its default.
 */
function refuseUnknown(names: readonly string[]): void {
  const known = Object.keys(settings.shape)
  const unknown = names.find((name) => name.startsWith('OCTAVO_') && !known.includes(name))
  if (unknown === undefined) return
  const message = `${unknown} is not a setting of Octavo${hint(unknown, known)}`
  // A suggestion ("did you mean …?") is a question, which needs no full stop.
  throw new ConfigError(message.endsWith('?') ? message : `${message}.`)
}

/** settings whose values can contain secrets, such as the password in an address */
const secretSettings: ReadonlySet<string> = new Set([
  'OCTAVO_DATABASE_URL',
  'OCTAVO_DATABASE_REPLICA_URL',
  'OCTAVO_SMTP_URL',
  'OCTAVO_FILES_URL',
  'OCTAVO_BACKUP_URL',
  'OCTAVO_SECRET_KEY',
  'OCTAVO_METRICS_TOKEN',
])

/**
 * The error of the first invalid setting. It repeats the given value, except of settings with secrets, because the
 * error is written to logs.
 */
function firstError(error: z.ZodError, given: Record<string, string | undefined>): ConfigError {
  const [issue] = error.issues
  const name = String(issue?.path[0] ?? 'A setting')
  const found = secretSettings.has(name) ? '' : `; it is ${JSON.stringify(given[name])}`
  return new ConfigError(`${name} ${issue?.message ?? 'is wrong'}${found}.`)
}
