import { ConfigError } from '../../config.ts'

/** The location of files in an S3 store. */
export interface S3Place {
  readonly bucket: string
  /** empty, or ends with a slash */
  readonly prefix: string
  readonly region: string
  readonly endpoint: string | null
}

const parameters = ['endpoint', 'region']

/** Reads `s3://bucket/prefix?endpoint=https://…&region=…`; throws a ConfigError for anything else. */
export function s3PlaceOf(text: string): S3Place {
  const url = new URL(text)
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) {
    throw new ConfigError(
      `OCTAVO_FILES_URL has the parameter ${unknown}; it can have ${parameters.join(' and ')}.`,
    )
  }
  if (url.hostname === '') throw new ConfigError('OCTAVO_FILES_URL names no bucket: s3://bucket/prefix.')
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint)) {
    throw new ConfigError('OCTAVO_FILES_URL has an endpoint that is no address like https://s3.example.com.')
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    endpoint,
  }
}
