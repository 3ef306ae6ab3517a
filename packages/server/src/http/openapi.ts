import { readFileSync } from 'node:fs'
import { permissions, roles } from '@octavo/contract/access'
import type { Operation, RestBinding } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { apiPath, placesOf } from '@octavo/contract/rest'
import { guideOf } from './openapi/guide.ts'
import type { DocumentedOperation, OpenApiDocument, Permission } from './openapi/model.ts'
import { requestOf } from './openapi/request.ts'
import { errorSchema, responsesOf } from './openapi/responses.ts'
import { SchemaCollector } from './openapi/schemas.ts'

/**
 * The OpenAPI 3.1 document of every operation that REST opens (specification 4), made from the definitions.
 * `baseUrl` is the public origin.
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const api = baseUrl + apiPath
  const schemas = new SchemaCollector()
  schemas.add('Error', errorSchema)
  const paths = pathsOf(schemas)
  const resources = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags))
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
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of Octavo; the scopes it needs are listed.' },
      },
    },
  }
}

/**
 * Routes may name the parameter at one position differently; OpenAPI takes such paths for the same one and forbids
 * to list both. The operation that comes first gives the names.
 */
function pathsOf(schemas: SchemaCollector): Record<string, Record<string, DocumentedOperation>> {
  const named = new Map<string, string>()
  const paths: Record<string, Record<string, DocumentedOperation>> = {}
  for (const operation of operationList) {
    const { rest } = operation
    if (rest === undefined) continue
    const form = rest.path.replace(/:\w+/g, ':')
    const path = named.get(form) ?? rest.path.replace(/:(\w+)/g, '{$1}')
    named.set(form, path)
    const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const methods = (paths[path] ??= {})
    methods[rest.method.toLowerCase()] = describe(operation, { rest, pathNames, schemas })
  }
  return paths
}

function describe(
  operation: Operation,
  { rest, pathNames, schemas }: { rest: RestBinding; pathNames: readonly string[]; schemas: SchemaCollector },
): DocumentedOperation {
  const { name, summary, description } = operation
  const places = placesOf(operation, rest)
  const permission = permissionOf(operation)
  const { scope, role, roleName } = permission
  const rights = `Needs the scope \`${scope}\` and the role ${role} (${roleName}) at least.`
  return {
    operationId: name,
    tags: [name.split('.')[0] ?? name],
    summary,
    description: description === undefined ? rights : `${description}\n\n${rights}`,
    security: [{ bearer: [scope] }],
    ...requestOf(operation, { places, pathNames, schemas }),
    responses: responsesOf(operation, { rest, places, schemas }),
    'x-octavo-permission': permission,
  }
}

function permissionOf({ permission: name }: Operation): Permission {
  const { role, scope } = permissions[name]
  const roleName = Object.entries(roles).find(([, value]) => value === role)?.[0] ?? ''
  return { name, scope, role, roleName }
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version
}
