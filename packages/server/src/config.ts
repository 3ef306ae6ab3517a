import { resolve } from 'node:path'
import { hint } from '@octavo/contract/nearest'
import { z } from 'zod'
import { databaseAddress } from './database/address.ts'

/** A setting that stops the start: one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export interface Config {
  readonly host: string
  readonly port: number
  /** the public origin, without a slash at its end */
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly filesUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string | null
  /** the first is the default; more than one turns translations on */
  readonly locales: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly isRateLimited: boolean
  /** requests a minute that a token may send; null: any number */
  readonly apiRequestsPerMinute: number | null
  readonly compresses: boolean
  /** modules, by name or path */
  readonly plugins: readonly string[]
  /** days that entries of the audit log are kept; null: for ever */
  readonly auditDays: number | null
  readonly maxUploadBytes: number
  readonly maxBodyBytes: number
  /** of an export that is uploaded to be imported */
  readonly maxImportBytes: number
  /** origins of the local network that media of imports may be fetched from */
  readonly importOrigins: readonly string[]
  readonly workers: number
  readonly logLevel: string
}

const megabyte = 1024 * 1024

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

/** A bare origin: what browsers send in Origin. */
const origin = address(['http:', 'https:'], 'https://www.example.com')
  .refine((text) => {
    // What is no address at all was told already.
    if (!URL.canParse(text)) return true
    const { pathname, search, hash, username, password } = new URL(text)
    return pathname === '/' && `${search}${hash}${username}${password}` === '' && !/[?#]$/.test(text)
  }, 'must be an origin like https://www.example.com, without a path')
  // As browsers write it: in lower case, without the port that goes without saying.
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
  OCTAVO_DATABASE_URL: address(databaseAddress.schemes, databaseAddress.example).optional(),
  OCTAVO_FILES_URL: address(
    ['s3:'],
    's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-1',
  ).optional(),
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
  OCTAVO_COMPRESSION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  OCTAVO_PLUGINS: list.prefault(''),
  OCTAVO_AUDIT_DAYS: wholeNumber(1, 36_500).optional(),
  OCTAVO_MAX_UPLOAD_MB: wholeNumber(1, 100_000).default(50),
  OCTAVO_MAX_BODY_MB: wholeNumber(1, 1000).default(10),
  OCTAVO_MAX_IMPORT_MB: wholeNumber(1, 100_000).default(4096),
  OCTAVO_IMPORT_ORIGINS: list.pipe(z.array(origin)).prefault(''),
  OCTAVO_WORKERS: wholeNumber(1, 128).default(1),
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
  if (!success) throw sentence(error, given)
  return {
    host: data.HOST,
    port: data.PORT,
    baseUrl: data.OCTAVO_BASE_URL ?? `http://localhost:${data.PORT}`,
    dataDir: resolve(data.OCTAVO_DATA_DIR),
    databaseUrl: data.OCTAVO_DATABASE_URL ?? null,
    filesUrl: data.OCTAVO_FILES_URL ?? null,
    smtpUrl: data.OCTAVO_SMTP_URL ?? null,
    mailFrom: data.OCTAVO_MAIL_FROM ?? null,
    locales: data.OCTAVO_LOCALES,
    corsOrigins: data.OCTAVO_CORS_ORIGINS,
    trustProxy: data.OCTAVO_TRUST_PROXY,
    isRateLimited: data.OCTAVO_RATE_LIMIT === 'on',
    apiRequestsPerMinute: data.OCTAVO_RATE_LIMIT_API ?? null,
    compresses: data.OCTAVO_COMPRESSION === 'on',
    plugins: data.OCTAVO_PLUGINS,
    auditDays: data.OCTAVO_AUDIT_DAYS ?? null,
    maxUploadBytes: data.OCTAVO_MAX_UPLOAD_MB * megabyte,
    maxBodyBytes: data.OCTAVO_MAX_BODY_MB * megabyte,
    maxImportBytes: data.OCTAVO_MAX_IMPORT_MB * megabyte,
    importOrigins: data.OCTAVO_IMPORT_ORIGINS,
    workers: data.OCTAVO_WORKERS,
    logLevel: data.OCTAVO_LOG_LEVEL,
  }
}

/** A mistyped name would leave a setting at its default in silence. */
function refuseUnknown(names: readonly string[]): void {
  const known = Object.keys(settings.shape)
  const unknown = names.find((name) => name.startsWith('OCTAVO_') && !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigError(
      `${unknown} is not a setting of Octavo${hint(unknown, known)}`.replace(/[^?]$/, '$&.'),
    )
}

function sentence(error: z.ZodError, given: Record<string, string | undefined>): ConfigError {
  const [issue] = error.issues
  const name = String(issue?.path[0] ?? 'A setting')
  const isSecret = name === 'OCTAVO_DATABASE_URL' || name === 'OCTAVO_SMTP_URL' || name === 'OCTAVO_FILES_URL'
  const found = isSecret ? '' : `; it is ${JSON.stringify(given[name])}`
  return new ConfigError(`${name} ${issue?.message ?? 'is wrong'}${found}.`)
}
