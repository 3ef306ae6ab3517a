import { ConfigError } from '../../config.ts'

export type S3Setting = 'OCTAVO_FILES_URL' | 'OCTAVO_BACKUP_URL'

/** A location in an S3 store. */
export interface S3Place {
  /** the setting that names it */
  readonly setting: S3Setting
  readonly bucket: string
  /** empty, or ends with a slash */
  readonly prefix: string
  readonly region: string
  readonly endpoint: string | null
}

const parameters = ['endpoint', 'region']

/**
 * Reads `s3://bucket/prefix?endpoint=https://…&region=…`. Throws a ConfigError for invalid parts; `config.ts` has
 * checked that the text is an `s3:` address.
 */
export function s3PlaceOf(text: string, setting: S3Setting): S3Place {
  const url = new URL(text)
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) {
    throw new ConfigError(`${setting} has the parameter ${unknown}; it can have ${parameters.join(' and ')}.`)
  }
  if (url.hostname === '') throw new ConfigError(`${setting} names no bucket: s3://bucket/prefix.`)
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint)) {
    throw new ConfigError(`${setting} has an endpoint that is no address like https://s3.example.com.`)
  }
  const prefix = prefixOf(url, setting)
  return {
    setting,
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    endpoint,
  }
}

/** The decoded path of the address, without slashes at its ends. */
function prefixOf({ pathname }: URL, setting: S3Setting): string {
  try {
    return decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  } catch (cause) {
    throw new ConfigError(`${setting} has a prefix with a bare "%"; write it as %25.`, { cause })
  }
}
