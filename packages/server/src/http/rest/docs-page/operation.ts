import type { DocumentedOperation, JsonSchema } from '../openapi/model.ts'
import { curlExamples } from './curl.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { inline, markdown } from './markdown.ts'
import { isNested, limitsOf, meaningOf, onOneLine, shapeOf, typeOf } from './types.ts'

export interface Route {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

/** The section about an operation: request, required rights, parameters and responses. */
export function operationSection({ method, path, operation }: Route, api: string): Html {
  const { operationId, summary, description } = operation
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
    <h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
    <p class="route">
      <span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${pathOf(path)}</code>
      <code class="name">${operationId}</code>
    </p>
    ${markdown(description)} ${request(operation)}
    ${curlExamples(operation, { api, method, path }).map(({ accept, command, variables }) => [
      html`<h4>Example${accept === undefined ? '' : html` for <code>${accept}</code>`}</h4>`,
      variables.map((name) => html`<p>Set <code>${name}</code> first.</p>`),
      html`<pre><code>${command}</code></pre>`,
    ])}
    ${answer(operation)}
  </article> `
}

/** The path with its parameters highlighted and with line break opportunities. */
function pathOf(path: string): Content {
  return path
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{')
        ? html`<var>${part}</var>`
        : part.split(/(?<=\/)/).map((piece) => html`${piece}<wbr />`),
    )
}

function request({ parameters, requestBody }: DocumentedOperation): Content {
  const groups = { path: 'Path', query: 'Query', header: 'Headers' } as const
  const listed = Object.entries(groups).map(([place, title]) => {
    const members = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ schema, ...others }) => ({
        ...others,
        // For a parameter that is an object written as JSON, the schema of the object is shown.
        schema: (schema.contentSchema as JsonSchema | undefined) ?? schema,
      }))
    return members.length === 0 ? '' : group(title, members)
  })
  const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {}
  const body = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: schema as JsonSchema,
  }))
  return [
    listed,
    body.length === 0 ? '' : group(requestBody?.required === true ? 'Body' : 'Body, optional', body),
  ]
}

interface Member {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
  readonly description?: string
}

function group(title: string, members: readonly Member[]): Html {
  return html`<h4>${title}</h4>
    <dl>${members.map(member)}</dl> `
}

/** A parameter or an object key: name, type, limits and meaning. */
export function member({ name, required, schema, description = meaningOf(schema) }: Member): Html {
  const facts = [
    ...limitsOf(schema),
    ...(schema.default === undefined ? [] : [`\`${onOneLine(schema.default)}\` by default`]),
  ]
  const type = isNested(schema)
    ? html`<pre><code>${shapeOf(schema)}</code></pre>`
    : html`<span class="type">${typeOf(schema)}</span>`
  return html`<div>
    <dt><code>${name}</code>${required ? html` <em>required</em>` : ''}</dt>
    <dd>
      ${type}${facts.map((fact) => html`<span class="fact">${inline(fact)}</span>`)}
      ${description === '' ? '' : html`<br />${inline(description)}`}
    </dd>
  </div> `
}

function answer({ responses }: DocumentedOperation): Html {
  // The first response is that of success, because objects have keys that are numbers in ascending order.
  const [status = '200', success] = Object.entries(responses)[0] ?? []
  const schema = success?.content?.['application/json']?.schema
  const data = schema?.properties?.['data'] as JsonSchema | undefined
  const place = data === undefined ? 'The body' : html`<code>data</code>`
  const codes = Object.values(responses).flatMap((response) => response['x-octavo-codes'] ?? [])
  const etag = success?.headers?.['ETag'] === undefined ? '' : html`, with the header <code>ETag</code>`
  const unchanged = responses['304'] === undefined ? '' : html`; or <strong>304</strong> without a body`
  return html`<h4>Answer</h4>
    <p>
      <strong>${status}</strong>${etag}${unchanged}.
      ${schema === undefined ? (success?.description ?? '') : [place, ' is']}
    </p>
    ${schema === undefined ? '' : html`<pre><code>${shapeOf(data ?? schema)}</code></pre>`}
    <p class="codes">Errors: ${codes.map(codeLink)}</p> `
}

function codeLink(code: string, index: number): Content {
  return [index === 0 ? '' : ', ', html`<a href="#${code}"><code>${code}</code></a>`]
}
