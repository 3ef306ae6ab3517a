import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { assetUrl } from './assets.ts'
import { chosenLanguage, type Language, languageOf } from './language.ts'
import { layoutTexts } from './texts/layout.ts'
import { scriptTexts } from './texts/script.ts'

export interface PageContent {
  readonly title: string
  /** the content of `<main>`; begins with the page's `<h1>` */
  readonly body: Content
  /** modules from the folder `browser`, such as `sign-in.js` */
  readonly scripts?: readonly string[]
  /** the signed-in person; the page then offers to sign out */
  readonly person?: { readonly name: string } | null
  readonly status?: number
  /**
   * further targets of the page's forms, as sources of a Content-Security-Policy: `https://app.example.com`, `myapp:`
   */
  readonly formTargets?: readonly string[]
}

/** The language in which to answer a browser: the one that was chosen in it, else the one that it asks for. */
export function languageFor({ headers }: FastifyRequest): Language {
  return chosenLanguage(headers.cookie) ?? languageOf(headers['accept-language'])
}

/** Sends a page. It is never cached, because it can show personal data. */
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
      vary: 'Accept-Language, Cookie',
    })
    .send(page({ ...content, language, baseUrl, nonce }))
}

/**
 * The Content-Security-Policy of a page. Scripts need the nonce, so that no uploaded file of the same origin can run.
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
  /** the public origin of the service; the page shows a warning when it was opened at another one */
  readonly baseUrl: string
  readonly nonce: string
}

/** The layout of all pages: plain HTML that shows as much as possible without scripts. */
export function page(content: Page): string {
  const { title, body, scripts = [], person, language, baseUrl, nonce } = content
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
      <body>
        <a class="skip" href="#main">${texts.skip}</a>
        <header>
          <p class="brand"><img src="${assetUrl('icon.svg')}" alt="" width="28" height="28" />Octavo</p>
          ${person ? signedIn(person.name, texts) : ''}
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

function signedIn(name: string, texts: (typeof layoutTexts)[Language]): Html {
  return html`<div class="person">
    <span>${name}</span>
    <button type="button" class="quiet" data-sign-out>${texts.signOut}</button>
  </div>`
}
