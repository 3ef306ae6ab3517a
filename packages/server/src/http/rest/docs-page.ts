import { createHash } from 'node:crypto'
import { Html, html } from '../../platform/html.ts'
import { markdown } from './docs-page/markdown.ts'
import { operationSection, type Route } from './docs-page/operation.ts'
import { errors, fields, objects, rights } from './docs-page/reference.ts'
import { style } from './docs-page/style.ts'
import { type Chapter, guideOf } from './openapi/guide.ts'
import type { OpenApiDocument } from './openapi/model.ts'

/** The Content-Security-Policy of the page: only its own style. */
export const docsPolicy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

// The style must be equal to that of the hash in the policy, byte for byte.
const styleElement = new Html(`<style>${style}</style>`)

/** The API documentation as one HTML page that needs no scripts or external files. */
export function docsPage(document: OpenApiDocument): string {
  const { info, components } = document
  const api = document.servers[0]?.url ?? ''
  const resources = Map.groupBy(routesOf(document), ({ operation }) => operation.tags[0] ?? '')
  const guide = guideOf(api)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title} API</title>
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <p class="title">${info.title} <span>API ${info.version}</span></p>
          <p><a href="openapi.json">openapi.json</a></p>
        </header>
        <nav aria-label="Contents">${contents(guide, resources)}</nav>
        <main id="main">
          <h1>${info.title} API</h1>
          <p class="lead">
            ${info.summary} All paths are below <code>${api}</code>. For programs, the same is at
            <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).
          </p>
          ${guide.map(chapter)} ${rights()} ${errors()}
          ${[...resources].map(([resource, routes]) => section(resource, routes, api))}
          ${objects(components.schemas)} ${fields()}
        </main>
      </body>
    </html> `
  return page.source
}

function routesOf({ paths }: OpenApiDocument): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function contents(guide: readonly Chapter[], resources: ReadonlyMap<string, readonly Route[]>): Html {
  const link = (id: string, title: string): Html => html`<li><a href="#${id}">${title}</a></li>`
  return html`<ul>
    ${guide.map(({ id, title }) => link(id, title))} ${link('rights', 'Rights')} ${link('errors', 'Errors')}
    ${[...resources].map(
      ([resource, routes]) =>
        html`<li>
          <a href="#${resource}">${titleOf(resource)}</a>
          <ul>
            ${routes.map(({ operation }) => link(operation.operationId, operation.operationId.split('.')[1] ?? ''))}
          </ul>
        </li> `,
    )}
    ${link('objects', 'Objects')} ${link('field-types', 'Field types')}
  </ul>`
}

function chapter({ id, title, text }: Chapter): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${markdown(text)}
  </section> `
}

function section(resource: string, routes: readonly Route[], api: string): Html {
  return html`<section id="${resource}" aria-labelledby="${resource}-title">
    <h2 id="${resource}-title">${titleOf(resource)}</h2>
    ${routes.map((route) => operationSection(route, api))}
  </section> `
}

function titleOf(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1)
}
