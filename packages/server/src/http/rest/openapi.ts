import { limits } from '@octavo/contract/limits'
import type { Operation, RestBinding } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { apiPath, type InputPlaces, placesOf } from '@octavo/contract/rest'
import { cookieName } from '../../identity/sign-in/client-cookies.ts'
import { guideOf } from './openapi/guide.ts'
import { eventStream, eventStreamPath } from './openapi/event-stream.ts'
import { mediaFile, mediaFilePath } from './openapi/media-file.ts'
import { mediaUpload, mediaUploadPath } from './openapi/media-upload.ts'
import type { DocumentedOperation, OpenApiDocument } from './openapi/model.ts'
import { requestOf } from './openapi/request.ts'
import { errorSchema, responsesOf } from './openapi/responses.ts'
import { permissionOf, rightsOf, securityOf } from './openapi/rights.ts'
import { SchemaCollector } from './openapi/schemas.ts'
import { readVersion } from '../../platform/version.ts'

/**
 * The OpenAPI 3.1 document of all operations with a REST binding, generated from the definitions. `baseUrl` is the
 * public origin.
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const api = baseUrl + apiPath
  const schemas = new SchemaCollector()
  schemas.add('Error', errorSchema)
  const paths = {
    ...pathsOf(schemas),
    [mediaFilePath]: { get: mediaFile() },
    [mediaUploadPath]: { put: mediaUpload(schemas) },
    [eventStreamPath]: { get: eventStream },
  }
  const resources = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version: readVersion(),
      summary: 'Structured content, with drafts, scheduling and revisions.',
      description: guideOf(api)
        .map(({ title, text }) => `## ${title}\n\n${text}`)
        .join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api }],
    tags: [...new Set(resources)].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of Octavo; the scopes it needs are listed.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName({ baseUrl }, 'session'),
          description:
            'The session of a browser, with all rights of the role. A change also needs the header `X-Octavo-Request: 1`.',
        },
      },
    },
  }
}

/** path → method → operation. Operations whose paths differ only in the names of parameters share a path. */
function pathsOf(schemas: SchemaCollector): Record<string, Record<string, DocumentedOperation>> {
  const restOperations = operationList.flatMap((operation) =>
    operation.rest === undefined
      ? []
      : [{ operation, rest: operation.rest, places: placesOf(operation, operation.rest) }],
  )
  // By the path without the names of its parameters, such as `/content/:/:`.
  const byForm = Map.groupBy(restOperations, ({ rest }) => rest.path.replace(/:\w+/g, ':'))
  const paths = [...byForm].map(([form, group]) => {
    const pathNames = namesOf(group.map(({ places }) => places))
    const methods = group.map(
      (one) => [one.rest.method.toLowerCase(), describe({ ...one, pathNames, schemas })] as const,
    )
    return [withNames(form, pathNames), Object.fromEntries(methods)] as const
  })
  return Object.fromEntries(paths)
}

/**
 * The names of the path parameters of routes whose paths differ only in these names. OpenAPI forbids that, so they get
 * common names. A name that is no key of their bodies is preferred, because many generators merge path and body.
 */
function namesOf(group: readonly InputPlaces[]): string[] {
  const inBodies = new Set(group.flatMap(({ body }) => body ?? []))
  return (group[0]?.path ?? []).map((first, index) => {
    const names = group.map(({ path }) => path[index] ?? first)
    return names.find((name) => !inBodies.has(name)) ?? first
  })
}

/** The path in the document: each `:` of a form becomes a parameter with the next name. */
function withNames(form: string, names: readonly string[]): string {
  let index = 0
  return form.replace(/:/g, () => `{${names[index++]}}`)
}

interface RestOperation {
  readonly operation: Operation
  readonly rest: RestBinding
  readonly places: InputPlaces
  readonly pathNames: readonly string[]
  readonly schemas: SchemaCollector
}

function describe({ operation, rest, places, pathNames, schemas }: RestOperation): DocumentedOperation {
  const { name, summary, description } = operation
  const rights = [rightsOf(operation), ...sensitivityOf(operation)].join(' ')
  return {
    operationId: name,
    tags: [name.split('.')[0] ?? name],
    summary,
    description: description === undefined ? rights : `${description}\n\n${rights}`,
    security: securityOf(operation),
    ...requestOf(operation, { places, pathNames, schemas }),
    responses: responsesOf(operation, { rest, places, schemas }),
    'x-octavo-permission': permissionOf(operation),
  }
}

/** The sentence about a sensitive operation. */
function sensitivityOf({ sensitive }: Operation): string[] {
  if (sensitive === undefined) return []
  const where = sensitive === 'always' ? '' : ' where it makes an admin or grants the scope `admin`'
  const minutes = limits.recentAuthentication / 60_000
  return [
    `Asks people to confirm their identity again${where}, when they did so more than ${minutes} minutes ago.`,
  ]
}
