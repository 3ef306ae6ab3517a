type Refuse = (sentence: string) => never

type Environment = Readonly<Record<string, string | undefined>>

/** Which traces are sent. */
export interface Sampling {
  /** if the caller's request belongs to a trace, whether that is sent decides */
  readonly followsParent: boolean
  /** the share of all other traces, from 0 to 1 */
  readonly share: number
}

const protocols = ['http/json', 'http/protobuf'] as const
type Protocol = (typeof protocols)[number]

/** Where spans are sent, from the standard variables of OpenTelemetry. */
export interface TracingSettings {
  readonly url: string
  readonly protocol: Protocol
  readonly headers: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  readonly sampling: Sampling
}

/** the values of OTEL_TRACES_SAMPLER; `…traceidratio` has its share in another variable */
const samplers: Readonly<Record<string, Sampling>> = {
  always_on: { followsParent: false, share: 1 },
  always_off: { followsParent: false, share: 0 },
  traceidratio: { followsParent: false, share: 1 },
  parentbased_always_on: { followsParent: true, share: 1 },
  parentbased_always_off: { followsParent: true, share: 0 },
  parentbased_traceidratio: { followsParent: true, share: 1 },
}

/** Null unless an endpoint is set. Calls `refuse` with a sentence about an invalid setting. */
export function readTracing(environment: Environment, refuse: Refuse): TracingSettings | null {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined
  const url = endpointOf(read, refuse)
  if (url === null || read('OTEL_SDK_DISABLED') === 'true' || read('OTEL_TRACES_EXPORTER') === 'none')
    return null
  return {
    url,
    protocol: protocolOf(read, refuse),
    headers: {
      ...headers('OTEL_EXPORTER_OTLP_HEADERS', { read, refuse }),
      ...headers('OTEL_EXPORTER_OTLP_TRACES_HEADERS', { read, refuse }),
    },
    resource: {
      ...pairs('OTEL_RESOURCE_ATTRIBUTES', { read, refuse }),
      ...(read('OTEL_SERVICE_NAME') !== undefined && { 'service.name': read('OTEL_SERVICE_NAME') ?? '' }),
    },
    sampling: samplingOf(read, refuse),
  }
}

/** JSON by default, because every collector accepts it and people can read it. */
function protocolOf(read: Read, refuse: Refuse): Protocol {
  // The variable for traces has precedence over that for all signals, as with the endpoint below.
  const forTraces = 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
  const name = read(forTraces) === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : forTraces
  const given = read(name)?.toLowerCase() ?? 'http/json'
  const found = protocols.find((protocol) => protocol === given)
  if (found !== undefined) return found
  return refuse(
    `${name} is ${JSON.stringify(given)}; Octavo sends traces by HTTP: use ${protocols.join(' or ')} and the port of the collector for HTTP, 4318.`,
  )
}

type Read = (name: string) => string | undefined

function endpointOf(read: Read, refuse: Refuse): string | null {
  const forTraces = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const given = forTraces ?? read('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (given === undefined) return null
  const name = forTraces === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  if (!/^https?:\/\/[^/]/.test(given) || !URL.canParse(given))
    refuse(`${name} must be an address like http://localhost:4318.`)
  const { username, password } = new URL(given)
  if (username !== '' || password !== '')
    refuse(`${name} must not contain a user or password; send them in OTEL_EXPORTER_OTLP_HEADERS.`)
  // The common endpoint is the base of one for each signal.
  return forTraces ?? `${given.replace(/\/+$/, '')}/v1/traces`
}

function samplingOf(read: Read, refuse: Refuse): Sampling {
  const name = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const sampling = samplers[name]
  if (sampling === undefined)
    return refuse(
      `OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}; it is ${JSON.stringify(name)}.`,
    )
  if (!name.endsWith('traceidratio')) return sampling
  const share = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(share >= 0 && share <= 1)) refuse('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  return { ...sampling, share }
}

interface Reading {
  readonly read: Read
  readonly refuse: Refuse
}

/** The headers in a variable. A sentence about them does not quote them, because they may be secret. */
function headers(variable: string, reading: Reading): Record<string, string> {
  const found = pairs(variable, reading)
  try {
    void new Headers(found)
  } catch {
    reading.refuse(`${variable} has a name or a value that a header cannot have.`)
  }
  return found
}

/** `name=value,name=value`, with values encoded as in a URL. */
function pairs(variable: string, { read, refuse }: Reading): Record<string, string> {
  const parts = (read(variable) ?? '').split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=')
      if (name.trim() === '' || value.length === 0)
        refuse(`${variable} must be pairs like name=value, joined by commas.`)
      return [name.trim(), decoded(value.join('=').trim())]
    }),
  )
}

/** A percent-encoded text; one that is not valid stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
