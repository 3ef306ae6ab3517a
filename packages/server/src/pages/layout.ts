import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type Content, type Html, html } from '../html.ts'
import { assetUrl } from './assets.ts'
import { type Language, languageOf } from './language.ts'
import { paths } from './paths.ts'
import { layoutTexts } from './texts/layout.ts'
import { scriptTexts } from './texts/script.ts'

export interface PageContent {
  readonly title: string
  /** what stands in `<main>`; it begins with the page's `<h1>` */
  readonly body: Content
  /** modules of the folder `browser`, like `sign-in.js` */
  readonly scripts?: readonly string[]
  /** the width of a form, which is the default, or of a page with lists */
  readonly width?: 'narrow' | 'wide'
  /** who is signed in; the page then offers to sign out */
  readonly person?: { readonly name: string } | null
  /** whether the header leads to the admin */
  readonly leadsToAdmin?: boolean
  readonly status?: number
  /** where else a form of the page may lead, as sources of a Content-Security-Policy: `https://app.example.com`, `myapp:` */
  readonly formTargets?: readonly string[]
}

/** The language in which to answer a browser. */
export function languageFor(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language'])
}

/** Sends a page; browsers keep none, for it can show what only one person may see. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, content }: Pick<Config, 'baseUrl'> & { content: PageContent },
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const language = languageFor(request)
  return reply
    .code(content.status ?? 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce, content.formTargets ?? []),
      'cache-control': 'private, no-store',
      vary: 'Accept-Language',
    })
    .send(page({ ...content, language, baseUrl, nonce }))
}

/**
 * What a browser may do with a page. Scripts need the nonce, so that not even a file that somebody uploaded to the
 * same origin could be run.
 */
function policy(nonce: string, formTargets: readonly string[]): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `connect-src 'self'`,
    ["form-action 'self'", ...formTargets].join(' '),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

interface Page extends PageContent {
  readonly language: Language
  /** the origin that the service lives at; the page says so when it was opened elsewhere */
  readonly baseUrl: string
  readonly nonce: string
}

/** The frame that all pages share: plain HTML that shows all it can without a script. */
export function page(content: Page): string {
  const { title, body, scripts = [], width, person, leadsToAdmin, language, baseUrl, nonce } = content
  const texts = layoutTexts[language]
  const document = html`<!doctype html>
    <html lang="${language}" data-origin="${baseUrl}" data-texts="${JSON.stringify(scriptTexts[language])}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Octavo</title>
        <link rel="icon" type="image/svg+xml" href="${assetUrl('icon.svg')}" />
        <link rel="stylesheet" href="${assetUrl('style.css')}" />
        ${['page.js', ...scripts].map(
          (name) => html`<script type="module" nonce="${nonce}" src="${assetUrl(name)}"></script>`,
        )}
      </head>
      <body class="${width ?? 'narrow'}">
        <a class="skip" href="#main">${texts.skip}</a>
        <header>
          <p class="brand"><img src="${assetUrl('icon.svg')}" alt="" width="28" height="28" />Octavo</p>
          ${person ? signedIn(person.name, texts, leadsToAdmin) : ''}
        </header>
        <main id="main" tabindex="-1">
          <noscript><p class="notice error">${texts.needsScript}</p></noscript>
          <div id="wrong-origin" hidden>
            <h1>${texts.wrongOrigin}</h1>
            <p>${texts.wrongOriginLead}</p>
            <a class="button primary block" href="${baseUrl}">${texts.goTo} ${baseUrl}</a>
          </div>
          ${body}
        </main>
        <div class="announcements" id="announcements" role="status" aria-live="polite"></div>
      </body>
    </html>`
  return document.source
}

function signedIn(name: string, texts: (typeof layoutTexts)[Language], leadsToAdmin = false): Html {
  return html`<div class="person">
    ${leadsToAdmin ? html`<a href="${paths.admin}">${texts.admin}</a>` : ''}
    <span>${name}</span>
    <button type="button" class="quiet" data-sign-out>${texts.signOut}</button>
  </div>`
}
